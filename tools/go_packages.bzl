"""Which packages a Go program consists of."""

load("@rules_go//go:def.bzl", "GoArchive")

def _import_path(archive_data):
    return archive_data.importpath

def _go_packages_impl(ctx):
    paths = ctx.actions.args()
    paths.set_param_file_format("multiline")
    paths.add_all(ctx.attr.program[GoArchive].transitive, map_each = _import_path, uniquify = True)
    output = ctx.actions.declare_file(ctx.label.name + ".txt")
    ctx.actions.write(output, paths)
    return [DefaultInfo(files = depset([output]))]

go_packages = rule(
    doc = "A file with the import paths of all packages in a go_binary, but for the standard library's.",
    implementation = _go_packages_impl,
    attrs = {
        "program": attr.label(
            doc = "The go_binary.",
            mandatory = True,
            providers = [GoArchive],
        ),
    },
)
