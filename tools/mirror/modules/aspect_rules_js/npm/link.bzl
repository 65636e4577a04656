"""The targets `:node_modules` and `:node_modules/<package>`."""

load("//js:providers.bzl", "JsInfo", "js_info")

def _npm_link_impl(ctx):
    link = ctx.actions.declare_symlink(ctx.label.name)
    ctx.actions.symlink(output = link, target_path = ctx.attr.path)
    return [
        DefaultInfo(files = depset([link]), runfiles = ctx.runfiles([link])),
        js_info([], links = [struct(path = link.short_path, target = ctx.attr.path)]),
    ]

_npm_link = rule(
    implementation = _npm_link_impl,
    attrs = {"path": attr.string(mandatory = True)},
)

def _workspace_link_impl(ctx):
    package = ctx.attr.src.label.package
    up = "/".join([".."] * (ctx.label.package + "/" + ctx.label.name).count("/"))
    link = struct(path = ctx.label.package + "/" + ctx.label.name, target = up + "/" + package)
    return [
        ctx.attr.src[DefaultInfo],
        js_info([ctx.attr.src], links = [link]),
    ]

_workspace_link = rule(
    implementation = _workspace_link_impl,
    attrs = {"src": attr.label(mandatory = True, providers = [JsInfo])},
)

def _node_modules_impl(ctx):
    return [
        DefaultInfo(
            files = depset(transitive = [link[DefaultInfo].files for link in ctx.attr.links]),
            runfiles = ctx.runfiles().merge_all([link[DefaultInfo].default_runfiles for link in ctx.attr.links]),
        ),
        js_info(ctx.attr.links),
    ]

_node_modules = rule(
    implementation = _node_modules_impl,
    attrs = {"links": attr.label_list(providers = [JsInfo])},
)

def link_packages(name, packages):
    """Declares the links of one package.

    Args:
        name: of the target for all of them, and of the folder.
        packages: maps names to `{"path": installed folder}` or `{"workspace": folder of a package here}`.
    """
    links = []
    for package, found in packages.items():
        link = "{}/{}".format(name, package)
        links.append(link)
        if "workspace" in found:
            _workspace_link(name = link, src = "//{}:pkg".format(found["workspace"]), visibility = ["//visibility:public"])
        else:
            native.alias(name = link + "/dir", actual = link, visibility = ["//visibility:public"])
            _npm_link(name = link, path = found["path"], visibility = ["//visibility:public"])
    _node_modules(name = name, links = links, visibility = ["//visibility:public"])
