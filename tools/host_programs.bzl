"""Programs of the machine, for tests of how ours works with them."""

def _version(ctx, path, option):
    """Returns what a program says, and the version in it as numbers."""
    result = ctx.execute([path, option])
    said = (result.stdout + result.stderr).strip().split("\n")[0]
    for word in said.replace("/", " ").split(" "):
        numbers = [n for n in word.split(".") if n.isdigit()]
        if numbers:
            return said, [int(n) for n in numbers]
    return said, []

def _host_programs_impl(ctx):
    missing = []
    versions = []
    for name, option in ctx.attr.programs.items():
        path = ctx.which(name) or ctx.path("/usr/sbin/" + name)  # not everybody's PATH has it
        if not path.exists:
            missing.append(name)
            continue
        ctx.symlink(path, name)
        said, version = _version(ctx, path, option)
        versions.append(name + ": " + said)
        minimum = ctx.attr.minimum.get(name, "0")
        if version < [int(n) for n in minimum.split(".")]:
            missing.append("{} {} (here is {})".format(name, minimum, said))
    if missing:
        # buildifier: disable=print
        print("tests that need all of @{} are skipped; missing: {}".format(ctx.attr.name.split("~")[-1], ", ".join(missing)))
    ctx.file("missing.bzl", "MISSING = {}\n".format(missing))

    # What is linked to may be a script that stays the same when the program is another.
    ctx.file("versions.txt", "\n".join(versions) + "\n")
    ctx.file("BUILD.bazel", """\
filegroup(
    name = "all",
    srcs = {},
    visibility = ["//visibility:public"],
)
""".format(ctx.attr.programs.keys() + ["versions.txt"]))

host_programs = repository_rule(
    doc = "Links to programs that are installed. In `missing.bzl`, MISSING says which are not, or are too old.",
    implementation = _host_programs_impl,
    attrs = {
        "minimum": attr.string_dict(doc = "the lowest version that will do, by program"),
        "programs": attr.string_dict(
            doc = "the option that makes it tell its version, by program",
            mandatory = True,
        ),
    },
    configure = True,
    environ = ["PATH"],
    local = True,  # looked for by each new Bazel server
)
