#!/bin/sh
# Verifies a service from a shell or a build server, inside the program of the console; --help lists the flags.
here=$(dirname "$(readlink -f "$0")")
FERRY_VERIFIES=yes exec "$here/ferry-console.sh" -- ferry-verify "$@"
