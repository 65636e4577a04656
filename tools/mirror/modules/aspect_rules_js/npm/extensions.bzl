"""The module extensions `npm` and `pnpm`."""

load(":npm_install.bzl", "npm_install")

def _npm_impl(mctx):
    for module in mctx.modules:
        for tag in module.tags.npm_translate_lock:
            npm_install(name = tag.name, pnpm_lock = tag.pnpm_lock)

npm = module_extension(
    implementation = _npm_impl,
    tag_classes = {
        "npm_translate_lock": tag_class(attrs = {
            "name": attr.string(mandatory = True),
            "pnpm_lock": attr.label(mandatory = True),
            "verify_node_modules_ignored": attr.label(),
        }),
    },
)

_PNPM = """\
#!/bin/sh
# Where pnpm keeps its store on Linux, if nobody says otherwise. In mirror mode each shared folder is a
# file system of its own, so left alone, it would make another store in the workspace.
export npm_config_store_dir="${{npm_config_store_dir:-$HOME/.local/share/pnpm/store}}"
PATH={node_dir}:$PATH exec node {pnpm} "$@"
"""

def _pnpm_repository_impl(rctx):
    node = rctx.getenv("MIRROR_NODE")
    pnpm = rctx.getenv("MIRROR_PNPM")
    if not (node and pnpm):
        fail("this module works in mirror mode only; call ./tools/bazel")
    rctx.file("pnpm.sh", _PNPM.format(node_dir = rctx.path(node).dirname, pnpm = pnpm))
    rctx.file("BUILD.bazel", """sh_binary(name = "pnpm", srcs = ["pnpm.sh"])\n""")

_pnpm_repository = repository_rule(implementation = _pnpm_repository_impl)

def _pnpm_impl(mctx):
    for module in mctx.modules:
        for tag in module.tags.pnpm:
            _pnpm_repository(name = tag.name)

pnpm = module_extension(
    implementation = _pnpm_impl,
    tag_classes = {
        "pnpm": tag_class(attrs = {
            "name": attr.string(mandatory = True),
            "pnpm_version_from": attr.label(mandatory = True),  # tools/mirror/bazel reads it, too.
        }),
    },
)
