"""What the launcher is told."""

def launch_config(label, info, chdir, entry, file_path, prefix, args = [], env = {}, outs = [], stdout = None):
    """Describes one run for launcher.mjs.

    Args:
        label: names the run.
        info: JsInfo, the inputs.
        chdir: the working directory, in the workspace.
        entry: the script: an absolute path, or one in the workspace.
        file_path: function from a file to where the launcher finds it.
        prefix: what stands before a path in the workspace, in the tree that the program sees.
        args: for the script.
        env: additional environment.
        outs: paths of the outputs, in the tree and for the launcher alike.
        stdout: path of the file for the standard output, if it is wanted.

    Returns:
        JSON.
    """
    return json.encode({
        "args": args,
        "chdir": chdir or "",
        "entry": entry,
        "env": env,
        "files": [
            {"from": file_path(file), "to": _tree_path(file)}
            for file in info.files.to_list()
            if not getattr(file, "is_symlink", False)
        ],
        "links": [{"path": link.path, "target": link.target} for link in info.links.to_list()],
        "name": "{}-{}".format(label.package, label.name).replace("/", "-"),
        "outs": outs,
        "prefix": prefix,
        "stdout": stdout,
    })

def _tree_path(file):
    """Sources and outputs alike stand where the workspace has them."""
    path = file.short_path
    return "external/" + path.removeprefix("../") if path.startswith("../") else path
