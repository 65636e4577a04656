"""What does not depend on the platform that a program is built for."""

def _to_host(settings, _attr):
    return {"//command_line_option:platforms": str(settings["//command_line_option:host_platform"])}

_host_transition = transition(
    implementation = _to_host,
    inputs = ["//command_line_option:host_platform"],
    outputs = ["//command_line_option:platforms"],
)

def _built_for_host_impl(ctx):
    return [DefaultInfo(files = depset(transitive = [src[DefaultInfo].files for src in ctx.attr.srcs]))]

built_for_host = rule(
    doc = "The files of other targets, built for the machine that builds and not for the target platform.",
    implementation = _built_for_host_impl,
    attrs = {
        "srcs": attr.label_list(
            doc = "The targets.",
            cfg = _host_transition,
        ),
        "_allowlist_function_transition": attr.label(
            default = "@bazel_tools//tools/allowlists/function_transition_allowlist",
        ),
    },
)
