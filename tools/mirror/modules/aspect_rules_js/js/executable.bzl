"""Programs that `bazel run` and `bazel test` start."""

load(":launch.bzl", "launch_config")
load(":providers.bzl", "check_sources", "js_info")

JsProgramInfo = provider(
    doc = "A program that an action can run.",
    fields = {
        "entry": "the script: an absolute path, or one in the workspace",
        "inputs": "list of targets",
    },
)

_SCRIPT = """\
#!/usr/bin/env bash
set -euo pipefail
if [[ -z ${{RUNFILES_DIR:-}} ]]; then
  RUNFILES_DIR=$0.runfiles
  [[ -d $RUNFILES_DIR ]] || RUNFILES_DIR=${{0%%.runfiles/*}}.runfiles
fi
export RUNFILES_DIR
cd "$RUNFILES_DIR/{workspace}"
exec "{node}" "{launcher}" "{config}" "$@"
"""

def _js_executable_impl(ctx):
    inputs = ctx.attr.data + ([ctx.attr.entry_point] if ctx.attr.entry_point else [])
    check_sources(ctx, inputs)
    entry = ctx.file.entry_point.short_path if ctx.attr.entry_point else ctx.attr.entry
    info = js_info(inputs)
    expand = lambda text: ctx.expand_make_variables("env", ctx.expand_location(text, ctx.attr.data), {})

    config = ctx.actions.declare_file(ctx.label.name + ".launch.json")
    ctx.actions.write(config, launch_config(
        label = ctx.label,
        info = info,
        chdir = ctx.attr.chdir,
        entry = entry,
        file_path = lambda file: file.short_path,
        prefix = ctx.workspace_name,
        args = [word for arg in ctx.attr.fixed_args for word in ctx.tokenize(expand(arg))],
        env = {key: expand(value) for key, value in ctx.attr.env.items()},
    ))
    script = ctx.actions.declare_file(ctx.label.name + ".sh")
    ctx.actions.write(script, is_executable = True, content = _SCRIPT.format(
        config = config.short_path,
        launcher = ctx.file._launcher.short_path,
        node = ctx.file._node.short_path,
        workspace = ctx.workspace_name,
    ))
    runfiles = ctx.runfiles(
        [config, ctx.file._launcher, ctx.file._node],
        transitive_files = info.files,
    ).merge_all([target[DefaultInfo].default_runfiles for target in ctx.attr.data])
    return [
        DefaultInfo(executable = script, runfiles = runfiles),
        JsProgramInfo(entry = entry, inputs = inputs),
    ]

_ATTRS = {
    "chdir": attr.string(),
    "data": attr.label_list(allow_files = True),
    "entry": attr.string(),
    "entry_point": attr.label(allow_single_file = True),
    "env": attr.string_dict(),
    "fixed_args": attr.string_list(),
    "_launcher": attr.label(default = "//js:launcher.mjs", allow_single_file = True),
    "_node": attr.label(default = "@nodejs//:node", allow_single_file = True, cfg = "exec"),
}

js_binary = rule(implementation = _js_executable_impl, attrs = _ATTRS, executable = True)
js_test = rule(implementation = _js_executable_impl, attrs = _ATTRS, test = True)
