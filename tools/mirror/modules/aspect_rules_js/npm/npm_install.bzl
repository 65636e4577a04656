"""A repository with macros for what a pnpm lockfile installs."""

_DEFS = """\
load("@aspect_rules_js//npm:link.bzl", "link_packages")

_PACKAGES = json.decode({packages})

def npm_link_all_packages(name = "node_modules"):
    \"\"\"Makes `:node_modules/<package>` for each dependency of this package, and `:node_modules` for all.\"\"\"
    link_packages(name, _PACKAGES[native.package_name()])
"""

_PACKAGE_JSON = """\
load("@aspect_rules_js//js:bin.bzl", "bin_macros")

bin = bin_macros(json.decode({bins}))
"""

def _npm_install_impl(rctx):
    node = rctx.getenv("MIRROR_NODE")
    pnpm = rctx.getenv("MIRROR_PNPM")
    store = rctx.getenv("MIRROR_NPM")
    if not (node and pnpm and store):
        fail("this module works in mirror mode only; call ./tools/bazel")

    lock = rctx.path(rctx.attr.pnpm_lock)
    root = rctx.attr.pnpm_lock.package
    importers = _importers(rctx.read(lock))
    manifests = ["pnpm-lock.yaml", "pnpm-workspace.yaml"] + [
        "package.json" if importer == "." else importer + "/package.json"
        for importer in importers
    ]
    for manifest in manifests:
        rctx.watch(lock.dirname.get_child(manifest))

    rctx.report_progress("pnpm install")
    installed = rctx.execute(
        ["bash", rctx.path(Label(":install.sh")), node, pnpm, store, lock.dirname] + manifests,
        timeout = 1800,
    )
    if installed.return_code:
        fail("pnpm install:\n" + installed.stdout + installed.stderr)
    id = installed.stdout.splitlines()[-1]
    tree = rctx.path(store + "/" + id)
    rctx.watch(tree.get_child("pnpm-lock.yaml"))

    packages = {}
    for importer in importers:
        dir = tree if importer == "." else tree.get_child(importer)
        package = root if importer == "." else root + "/" + importer
        packages[package] = _read_dependencies(rctx, dir, tree, root)
        for name, dependency in packages[package].items():
            if dependency.get("bins"):
                rctx.file(
                    "{}/{}/package_json.bzl".format(package, name),
                    _PACKAGE_JSON.format(bins = repr(json.encode(dependency.pop("bins")))),
                )
        rctx.file(package + "/BUILD.bazel")

    rctx.file("defs.bzl", _DEFS.format(packages = repr(json.encode(packages))))
    rctx.file("BUILD.bazel")

def _importers(lock):
    """The folders of the workspace's packages, which stand one level deep under `importers:`."""
    inside = False
    importers = []
    for line in lock.splitlines():
        if line and not line.startswith(" "):
            inside = line == "importers:"
        elif inside and line.startswith("  ") and not line.startswith("   ") and line.endswith(":"):
            importers.append(line.strip().removesuffix(":").strip("'"))
    return importers

def _read_dependencies(rctx, dir, tree, root):
    """Maps the names of the packages in a node_modules folder to where they are and what they can run."""
    dependencies = {}
    modules = dir.get_child("node_modules")
    names = []
    for entry in modules.readdir() if modules.exists else []:
        if entry.basename.startswith("@"):
            names.extend([entry.basename + "/" + inner.basename for inner in entry.readdir()])
        elif not entry.basename.startswith("."):
            names.append(entry.basename)
    for name in names:
        path = modules.get_child(name)
        real = str(path.realpath)
        inside = real.removeprefix(str(tree.realpath) + "/")
        if not inside.startswith("node_modules/"):
            dependencies[name] = {"workspace": root + "/" + inside}
            continue
        manifest = json.decode(rctx.read(path.get_child("package.json"), watch = "no"))
        bins = manifest.get("bin", {})
        if type(bins) == "string":
            bins = {manifest["name"].split("/")[-1]: bins}
        dependencies[name] = {
            "bins": {bin: "{}/{}".format(path, script.removeprefix("./")) for bin, script in bins.items()},
            "path": str(path),
        }
    return dependencies

npm_install = repository_rule(
    implementation = _npm_install_impl,
    attrs = {"pnpm_lock": attr.label(mandatory = True)},
)
