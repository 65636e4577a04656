"""Programs of the machine, for tests of how ours works with them."""

def _host_programs_impl(ctx):
    missing = []
    for name in ctx.attr.programs:
        path = ctx.which(name) or ctx.path("/usr/sbin/" + name)  # not everybody's PATH has it
        if path.exists:
            ctx.symlink(path, name)
        else:
            missing.append(name)
    ctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "all",
    srcs = {programs},
)
""".format(programs = ctx.attr.programs))
    ctx.file("missing.bzl", "MISSING = {}\n".format(missing))

host_programs = repository_rule(
    doc = "Links to programs that are installed; `missing.bzl` has the names of those that are not, in MISSING.",
    implementation = _host_programs_impl,
    attrs = {"programs": attr.string_list(mandatory = True)},
    configure = True,
    environ = ["PATH"],
    local = True,  # looked for by each new Bazel server
)
