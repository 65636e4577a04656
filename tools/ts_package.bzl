"""What every TypeScript package has."""

load("@aspect_rules_js//js:defs.bzl", "js_library")
load("@npm//ts:eslint/package_json.bzl", eslint = "bin")
load("@npm//ts:oxlint/package_json.bzl", oxlint = "bin")
load("@npm//ts:prettier/package_json.bzl", prettier = "bin")

# Makes a failing test name the command that mends it.
NAME_FIX = {"NODE_OPTIONS": "--import=../name-fix.mjs"}

def ts_package(name = "pkg", srcs = [], deps = [], tests = [], visibility = None):
    """Declares a package of the pnpm workspace, which `:node_modules` links under its name.

    Makes the library and three tests: `types_test` (what the compiler says, and Oxlint's rules that need types),
    `lint_test` (ESLint) and `format_test` (Prettier).

    Args:
        name: of the library; `pkg` is what npm_link_all_packages looks for.
        srcs: what the package consists of, package.json included.
        deps: npm packages that the sources import.
        tests: tests and configuration files, checked like the sources and part of nothing else.
        visibility: of the library.
    """
    js_library(
        name = name,
        srcs = srcs,
        visibility = visibility,
        deps = deps,
    )

    # What the tests below look at, and //:fix mends.
    js_library(
        name = "checked",
        srcs = tests + ["tsconfig.json"],
        visibility = ["//ts:__pkg__"],
        deps = [
            ":" + name,
            ":node_modules",
            "//ts:tsconfig",
        ],
    )
    oxlint.oxlint_test(
        name = "types_test",
        size = "small",
        chdir = native.package_name(),
        data = [
            ":checked",
            "//ts:oxlint_config",
        ],
        env = {"NODE_OPTIONS": "--import=../find-tsgolint.mjs"},
        fixed_args = [
            "--config=../.oxlintrc.json",
            ".",
        ],
    )
    eslint.eslint_test(
        name = "lint_test",
        size = "small",
        chdir = native.package_name(),
        data = [
            ":checked",
            "//ts:eslint_config",
            "//ts:name_fix",
        ],
        env = NAME_FIX,
        fixed_args = [
            "--max-warnings=0",
            ".",
        ],
    )
    prettier.prettier_test(
        name = "format_test",
        size = "small",
        chdir = native.package_name(),
        data = [
            ":checked",
            "//ts:name_fix",
            "//ts:prettier_config",
        ],
        env = NAME_FIX,
        fixed_args = [
            "--check",
            "--ignore-path=../.prettierignore",
            ".",
        ],
    )
