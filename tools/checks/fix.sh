#!/usr/bin/env bash
# Writes all that a tool writes better than a hand: ./tools/bazel run //:fix
set -euo pipefail

export RUNFILES_DIR=${RUNFILES_DIR:-$0.runfiles}
runfiles=$RUNFILES_DIR
cd "$BUILD_WORKSPACE_DIRECTORY"

"$runfiles/$GAZELLE"
"$runfiles/$BUILDIFIER" -lint=fix -r ./*.bazel api deploy docs go tools ts/BUILD.bazel ts/*/BUILD.bazel
"$runfiles/$GOFUMPT" -w go
# rules_js takes a program that starts elsewhere for an action of a build.
cd "$runfiles/${TS%%/*}"
"$runfiles/$TS"
