"""The module extension `npm`."""

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
