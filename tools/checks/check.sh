#!/usr/bin/env bash
# Fails when a tool has something to say of the sources: check.sh COMMAND [ARG...]
#
# SOURCES lists files of @source_tree. The command runs in a folder where they have their own names again, and
# finds the runfiles in ../runfiles.
set -euo pipefail

ln -s "$TEST_SRCDIR" "$TEST_TMPDIR/runfiles"
for source in $SOURCES; do
  file=${source#*/}
  file=$TEST_TMPDIR/tree/${file%.source}
  [[ -d ${file%/*} ]] || mkdir -p "${file%/*}"
  cp "$TEST_SRCDIR/$source" "$file"
done

cd "$TEST_TMPDIR/tree"
export BUILD_WORKSPACE_DIRECTORY=$PWD
# What goes to stderr does not count: under coverage, Go programs say there that they have none.
if ! said=$("$@") || [[ -n $said ]]; then
  printf '%s\n\n%s\n' "$said" 'What a tool can mend is mended by: ./tools/bazel run //:fix'
  exit 1
fi
