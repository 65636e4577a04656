#!/bin/sh
# Runs `bookclub dev`: dev.sh PROGRAM [ARGUMENT...]
program=$1
shift
exec "$program" dev "$@"
