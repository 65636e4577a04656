#!/usr/bin/env bash
# Builds the Debian root that Bazel runs in: debian.sh DIR
#
# DIR is made and must not exist. Wants a mount namespace of its own.
set -euo pipefail

root=$1

# The first of this machine's Debian mirrors that carries the suite.
find_mirror() { # SUITE
  local uri
  # shellcheck disable=SC2016 # $(REPO_URI) is apt's.
  while read -r uri; do
    if /usr/lib/apt/apt-helper download-file "${uri%/}/dists/$1/InRelease" "$work/InRelease" >/dev/null 2>&1; then
      echo "${uri%/}"
      return
    fi
  done < <(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' | sort -u)
  return 1
}

in_root() {
  chroot "$root" env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 DEBIAN_FRONTEND=noninteractive "$@"
}

work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

# debootstrap is taken out of its package, so that nothing is installed on the machine.
apt-get update -qq
(cd "$work" && apt-get download -qq debootstrap && dpkg-deb -x debootstrap_*.deb debootstrap)

# Testing is where Bazel is packaged; unstable has it when testing, for a while, does not.
for suite in forky sid; do
  debian=$(find_mirror $suite) || continue
  break
done
[[ -n ${debian:-} ]] || {
  echo "None of this machine's apt sources carries Debian forky or sid." >&2
  exit 1
}
DEBOOTSTRAP_DIR=$work/debootstrap/usr/share/debootstrap \
  "$work/debootstrap/usr/sbin/debootstrap" --variant=minbase --include=ca-certificates \
  "$suite" "$root" "$debian" "$work/debootstrap/usr/share/debootstrap/scripts/sid"

# The way to the mirrors (proxy, certificates) is this machine's own.
apt-config dump | grep '^Acquire::https\?::' >"$root/etc/apt/apt.conf.d/90acquire" || true
cp /etc/ssl/certs/ca-certificates.crt "$root/etc/ssl/certs/ca-certificates.crt"

# Nothing is started because it was installed.
install -m 755 /dev/stdin "$root/usr/sbin/policy-rc.d" <<<$'#!/bin/sh\nexit 101'
# Java's packages read /proc while they are set up. The second line is what the tests of docs/operations.md run.
mount -t proc proc "$root/proc"
in_root apt-get install -y --no-install-recommends \
  bazel-bootstrap bazel-lib bazel-aspect-bazel-lib bazel-rules-shell file git \
  haproxy nginx pgbouncer postgresql-client systemd
umount "$root/proc"
in_root apt-get clean
rm -rf "$root"/var/lib/apt/lists/*

# Mount points for what is this machine's own.
mkdir -p "$root/mirror"
touch "$root/etc/hosts" "$root/etc/resolv.conf"
