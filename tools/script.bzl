"""A script as an executable target."""

def _script_impl(ctx):
    executable = ctx.actions.declare_file(ctx.label.name)
    ctx.actions.symlink(output = executable, target_file = ctx.file.src, is_executable = True)
    return [DefaultInfo(executable = executable)]

script = rule(
    doc = "A script that --run_under can name: an sh_binary would have to run under itself.",
    implementation = _script_impl,
    executable = True,
    attrs = {
        "src": attr.label(
            doc = "The script.",
            allow_single_file = True,
        ),
    },
)
