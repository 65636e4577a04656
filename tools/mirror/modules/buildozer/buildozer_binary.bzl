"""The extension that Bazel's own modules ask for, with a repository that holds nothing."""

def _empty_impl(rctx):
    rctx.file("BUILD.bazel", "exports_files([\"buildozer.exe\"])")
    rctx.file("buildozer.exe", "echo 'buildozer is not available in mirror mode' >&2; exit 1", executable = True)

_empty = repository_rule(implementation = _empty_impl)

def _buildozer_binary_impl(_mctx):
    _empty(name = "buildozer_binary")

buildozer_binary = module_extension(implementation = _buildozer_binary_impl)
