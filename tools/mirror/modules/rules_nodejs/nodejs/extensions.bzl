"""The module extension `node`."""

def _nodejs_impl(rctx):
    node = rctx.getenv("MIRROR_NODE")
    if not node:
        fail("this module works in mirror mode only; call ./tools/bazel")
    if not node.endswith("/node-{}/bin/node".format(rctx.attr.node_version)):
        fail("mirror mode has {}, wanted is version {}".format(node, rctx.attr.node_version))
    rctx.symlink(node, "node")
    rctx.file("BUILD.bazel", """exports_files(["node"])\n""")

_nodejs = repository_rule(
    implementation = _nodejs_impl,
    attrs = {"node_version": attr.string(mandatory = True)},
)

def _node_impl(mctx):
    for module in mctx.modules:
        for toolchain in module.tags.toolchain:
            if module.is_root:
                _nodejs(name = "nodejs", node_version = toolchain.node_version)

node = module_extension(
    implementation = _node_impl,
    tag_classes = {
        "toolchain": tag_class(attrs = {"node_version": attr.string(mandatory = True)}),
    },
)
