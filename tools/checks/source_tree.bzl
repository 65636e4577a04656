"""The repository's own sources as a repository, for tests that look at many packages at once."""

def _list(directory):
    """Returns all files under a directory, without watching it."""
    files = []
    directories = [directory]
    for _ in range(1 << 20):
        if not directories:
            break
        for entry in directories.pop().readdir(watch = "no"):
            if entry.is_dir:
                directories.append(entry)
            else:
                files.append(entry)
    return files

def _source_tree_impl(ctx):
    files = [ctx.path(label) for label in ctx.attr.files]
    for name in ctx.attr.trees:
        directory = ctx.workspace_root.get_child(name)
        ctx.watch_tree(directory)
        files += _list(directory)
    for name in ctx.attr.workspaces:
        directory = ctx.workspace_root.get_child(name)
        for file in [directory] + directory.readdir():
            build_file = file.get_child("BUILD.bazel")
            ctx.watch(build_file)
            if build_file.exists:
                files.append(build_file)

    root = str(ctx.workspace_root) + "/"
    for file in files:
        # Behind ".source", a BUILD file is a file like any other.
        ctx.symlink(file, str(file).removeprefix(root) + ".source")
    ctx.file("BUILD.bazel", """\
package(default_visibility = ["//visibility:public"])

filegroup(
    name = "go",
    srcs = glob(["**/*.go.source"]),
)

filegroup(
    name = "bazel",
    srcs = glob(["**/*.bazel.source", "**/*.bzl.source"]),
)

filegroup(
    name = "all",
    srcs = glob(["**/*.source"]),
)
""")

source_tree = repository_rule(
    doc = "All files of some folders, and all BUILD files of others, each with `.source` behind its name.",
    implementation = _source_tree_impl,
    attrs = {
        "files": attr.label_list(doc = "files at the root"),
        "trees": attr.string_list(doc = "folders to take all files of"),
        "workspaces": attr.string_list(doc = "folders that have node_modules in them: only BUILD files are taken"),
    },
)
