"""The macros that run what npm packages bring along."""

load(":executable.bzl", "js_binary", "js_test")
load(":run.bzl", "js_run_binary")

# buildifier: disable=unnamed-macro
def bin_macros(bins):
    """A struct with `<tool>`, `<tool>_test` and `<tool>_binary` for each script.

    Args:
        bins: maps names to paths of scripts.

    Returns:
        The struct.
    """
    macros = {}
    for bin, script in bins.items():
        name = bin.replace("-", "_").replace(".", "_")
        macros[name] = _run(script)
        macros[name + "_test"] = _executable(js_test, script)
        macros[name + "_binary"] = _executable(js_binary, script)
    return struct(**macros)

def _run(script):
    return lambda name, **kwargs: js_run_binary(name = name, entry = script, **kwargs)

def _executable(rule, script):
    return lambda name, **kwargs: rule(name = name, entry = script, **kwargs)
