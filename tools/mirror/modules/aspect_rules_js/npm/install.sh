#!/usr/bin/env bash
# Installs what a lockfile says, once: install.sh NODE PNPM STORE WORKSPACE MANIFEST...
# Prints the name of the folder in STORE that holds it, a hash of all that decides what is in it.
set -euo pipefail

node=$1 pnpm=$2 store=$3 workspace=$4
shift 4

cd "$workspace"
read -r id _ < <({ echo "$node $pnpm"; sha256sum "$@"; } | sha256sum)
id=${id:0:16}

exec 9>"$store/lock"
flock 9
if [[ ! -d $store/$id ]]; then
  building=$store/building
  rm -rf "$building"
  mkdir "$building"
  cp --parents "$@" "$building"
  cd "$building"
  PATH=$(dirname "$node"):$PATH CI=1 "$node" "$pnpm" install \
    --frozen-lockfile --ignore-scripts --store-dir "$store/store"
  cd "$store"
  mv "$building" "$id"
fi
echo "$id"
