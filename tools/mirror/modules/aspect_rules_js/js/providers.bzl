"""What JavaScript targets pass on."""

JsInfo = provider(
    doc = "Inputs of JavaScript programs.",
    fields = {
        "files": "depset of files",
        "links": "depset of struct(path, target): symlinks in node_modules folders, with the path in the workspace",
    },
)

def check_sources(ctx, targets):
    """Fails where rules_js would: it copies source files to the output tree, each in the package it stands in.

    Args:
        ctx: of the rule.
        targets: what the rule takes source files from.
    """
    for target in targets:
        if JsInfo in target:
            continue
        for file in target[DefaultInfo].files.to_list():
            if file.is_source and file.owner.package != ctx.label.package:
                fail("{} is not in this package; rules_js wants a js_library beside it".format(file.owner))

def js_info(targets, files = [], links = []):
    """The inputs that targets stand for.

    Args:
        targets: a list of targets, with or without JsInfo.
        files: more files.
        links: more links.

    Returns:
        A JsInfo.
    """
    infos = [target[JsInfo] for target in targets if JsInfo in target]
    others = [target[DefaultInfo] for target in targets if JsInfo not in target]
    return JsInfo(
        files = depset(files, transitive = [info.files for info in infos] +
                                           [other.files for other in others] +
                                           [other.default_runfiles.files for other in others if other.default_runfiles]),
        links = depset(links, transitive = [info.links for info in infos]),
    )
