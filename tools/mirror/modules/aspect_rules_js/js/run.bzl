"""Running a JavaScript program as a build action."""

load(":executable.bzl", "JsProgramInfo")
load(":launch.bzl", "launch_config")
load(":providers.bzl", "check_sources", "js_info")

def _js_run_impl(ctx):
    check_sources(ctx, ctx.attr.srcs)
    program = ctx.attr.tool[JsProgramInfo] if ctx.attr.tool else None
    info = js_info(ctx.attr.srcs + (program.inputs if program else []))
    outs = list(ctx.outputs.outs)
    for dir in ctx.attr.out_dirs:
        outs.append(ctx.actions.declare_directory(dir))
    written = outs + ([ctx.outputs.stdout] if ctx.outputs.stdout else [])
    expand = lambda text: ctx.expand_make_variables("args", ctx.expand_location(text, ctx.attr.srcs), {})

    config = ctx.actions.declare_file(ctx.label.name + ".launch.json")
    ctx.actions.write(config, launch_config(
        label = ctx.label,
        info = info,
        chdir = ctx.attr.chdir,
        entry = program.entry if program else ctx.attr.entry,
        file_path = lambda file: file.path,
        prefix = ctx.bin_dir.path,
        args = [word for arg in ctx.attr.args for word in ctx.tokenize(expand(arg))],
        env = dict(
            {key: expand(value) for key, value in ctx.attr.env.items()},
            BAZEL_BINDIR = ctx.bin_dir.path,
            BAZEL_PACKAGE = ctx.label.package,
        ),
        outs = [out.path for out in outs],
        stdout = ctx.outputs.stdout.path if ctx.outputs.stdout else None,
    ))
    ctx.actions.run(
        executable = ctx.file._node,
        arguments = [ctx.file._launcher.path, config.path],
        inputs = depset([config, ctx.file._launcher], transitive = [info.files]),
        outputs = written,
        mnemonic = "JsRun",
        progress_message = "Running %{label}",
    )
    return [
        DefaultInfo(files = depset(written), runfiles = ctx.runfiles(written)),
    ]

js_run_binary = rule(
    implementation = _js_run_impl,
    attrs = {
        "args": attr.string_list(),
        "chdir": attr.string(),
        "entry": attr.string(doc = "A script by its path, for the macros of npm packages; otherwise `tool` is set."),
        "env": attr.string_dict(),
        "out_dirs": attr.string_list(),
        "outs": attr.output_list(),
        "srcs": attr.label_list(allow_files = True),
        "stdout": attr.output(),
        "tool": attr.label(providers = [JsProgramInfo], cfg = "target"),
        "_launcher": attr.label(default = "//js:launcher.mjs", allow_single_file = True),
        "_node": attr.label(default = "@nodejs//:node", allow_single_file = True, cfg = "exec"),
    },
)
