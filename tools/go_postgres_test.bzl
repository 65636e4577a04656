"""Go tests with a Postgres of their own."""

load("@rules_go//go:def.bzl", "go_test")

def go_postgres_test(name, size = "medium", data = [], env = {}, tags = [], **kwargs):
    """A go_test that finds Postgres in BOOKCLUB_POSTGRES_DIR.

    Gazelle writes it where a package says `# gazelle:map_kind go_test go_postgres_test //tools:go_postgres_test.bzl`.

    Args:
        name: as of go_test.
        size: as of go_test; starting Postgres takes a second or two.
        data: as of go_test.
        env: as of go_test.
        tags: as of go_test.
        **kwargs: for go_test.
    """
    go_test(
        name = name,
        size = size,
        # They wait more than they compute: for starts, ends and pauses. So more of them run at once than there are cores;
        # .bazelrc has the number of jobs that allows it.
        args = ["-test.parallel=4"],
        tags = tags + ["resources:cpu:0.5"],
        data = data + ["//ts/postgres"],
        env = dict(env, BOOKCLUB_POSTGRES_DIR = "$(rlocationpath //ts/postgres)"),
        **kwargs
    )
