#!/usr/bin/env bash
# Which Bazel does tools/bazel choose? Every program that it may start is a stand-in that says what it was called with.
set -euo pipefail

wrapper=$PWD/tools/bazel
bin=$TEST_TMPDIR/bin
mkdir "$bin"
for tool in bash dirname env; do
  ln -s "$(command -v $tool)" "$bin/$tool"
done

stand_in() { # NAME
  printf '#!/usr/bin/env bash\necho %s "$@"\n' "$1" >"$bin/$1"
  chmod +x "$bin/$1"
}

failed=0
call=(test //...)
expect() { # WANTED-OUTPUT [VARIABLE=VALUE...]
  local wanted=$1 got
  shift
  got=$(env -i PATH="$bin" "$@" "$wrapper" "${call[@]}" 2>&1 || true)
  if [[ $got != "$wanted" ]]; then
    echo "with ${*:-nothing set}: got '$got', wanted '$wanted'"
    failed=1
  fi
}

expect "tools/bazel: needs bazelisk, bazel or npx on the PATH; the simplest is to install Bazelisk." BAZEL_MIRROR=0
stand_in npx
expect "npx --yes @bazel/bazelisk@1.28.1 test //..." BAZEL_MIRROR=0
stand_in bazel
expect "bazel test //..." BAZEL_MIRROR=0
stand_in bazelisk
expect "bazelisk test //..." BAZEL_MIRROR=0
expect "bazelisk test //..." # Without getent nothing says that the network is closed.

# Bazelisk has chosen: it calls tools/bazel, which must not call it back.
stand_in chosen
expect "chosen test //..." BAZEL_REAL="$bin/chosen" BAZEL_MIRROR=1

# The registry's name does not resolve. Tests do not run as root, so mirror mode gets no further.
printf '#!/usr/bin/env bash\nexit 2\n' >"$bin/getent"
chmod +x "$bin/getent"
ln -s "$(command -v uname)" "$bin/uname"
needs_root="tools/bazel (mirror mode): needs root, to mount the Debian root that Bazel runs in."
expect "$needs_root"
expect "$needs_root" BAZEL_MIRROR=1
expect "bazelisk test //..." BAZEL_MIRROR=0

# The address of the remote cache follows --config=remote, and only that.
cache=grpc://cache.example:9092
expect "bazelisk test //..." BAZEL_MIRROR=0 BOOKCLUB_REMOTE_CACHE=$cache
call=(test --config=remote //...)
expect "bazelisk test --config=remote //..." BAZEL_MIRROR=0
expect "bazelisk test --config=remote --remote_cache=$cache //..." BAZEL_MIRROR=0 BOOKCLUB_REMOTE_CACHE=$cache
expect "chosen test --config=remote --remote_cache=$cache //..." BAZEL_REAL="$bin/chosen" BOOKCLUB_REMOTE_CACHE=$cache

exit $failed
