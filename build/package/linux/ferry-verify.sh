#!/bin/sh
# Verifies a service with the console's program, from a shell or CI. --help lists the flags.
here=$(dirname "$(readlink -f "$0")")
FERRY_VERIFIES=yes exec "$here/ferry-console.sh" -- ferry-verify "$@"
