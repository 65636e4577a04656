#!/bin/sh
# Runs a test with its temporary files in memory, if two gigabytes are free there, and any other program as it is:
# in_memory.sh PROGRAM [ARGUMENT...]
if [ -n "${TEST_TMPDIR:-}" ]; then
  free=$(df --output=avail --block-size=1G /dev/shm 2>/dev/null | tail -n 1)
  if [ "${free:-0}" -ge 2 ]; then
    export TMPDIR=/dev/shm
  fi
fi
exec "$@"
