"""The public rules; see MODULE.bazel for what they are a stand-in for."""

load(":executable.bzl", _js_binary = "js_binary", _js_test = "js_test")
load(":providers.bzl", "check_sources", "js_info")
load(":run.bzl", _js_run_binary = "js_run_binary")

js_binary = _js_binary
js_run_binary = _js_run_binary
js_test = _js_test

def _js_library_impl(ctx):
    check_sources(ctx, ctx.attr.srcs + ctx.attr.deps + ctx.attr.data)
    info = js_info(ctx.attr.srcs + ctx.attr.deps + ctx.attr.data)
    return [
        DefaultInfo(
            files = depset(ctx.files.srcs),
            runfiles = ctx.runfiles(transitive_files = info.files).merge_all(
                [target[DefaultInfo].default_runfiles for target in ctx.attr.srcs + ctx.attr.deps + ctx.attr.data],
            ),
        ),
        info,
    ]

js_library = rule(
    implementation = _js_library_impl,
    attrs = {
        "data": attr.label_list(allow_files = True),
        "deps": attr.label_list(allow_files = True),
        "srcs": attr.label_list(allow_files = True),
    },
)
