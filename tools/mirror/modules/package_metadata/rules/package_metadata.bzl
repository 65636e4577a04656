"""The `package_metadata` rule, which describes a package and builds nothing."""

PackageMetadataInfo = provider(
    doc = "Where a package comes from.",
    fields = {"metadata": "A file that says it."},
)

def _package_metadata_impl(ctx):
    metadata = ctx.actions.declare_file(ctx.label.name + ".package-metadata.json")
    ctx.actions.write(metadata, json.encode({"purl": ctx.attr.purl}))
    return [
        DefaultInfo(files = depset([metadata])),
        PackageMetadataInfo(metadata = metadata),
    ]

_package_metadata = rule(
    implementation = _package_metadata_impl,
    attrs = {
        "attributes": attr.label_list(),
        "purl": attr.string(),
    },
)

def package_metadata(name, **kwargs):
    _package_metadata(name = name, applicable_licenses = [], **kwargs)
