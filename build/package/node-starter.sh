#!/bin/sh
# Starts {NAME} on the Node beside it; --help lists the flags.
here=$(dirname "$(readlink -f "$0")")

# A file of FILES.txt that is not there with its size: unpacking was cut short.
missing=FILES.txt
[ ! -r "$here/FILES.txt" ] || missing=$(cd "$here" && find . -type f -printf '%s %P\n' 2>/dev/null | LC_ALL=C sort | LC_ALL=C comm -13 - FILES.txt | head -n 1 | cut -d ' ' -f 2-)
if [ -n "$missing" ]; then
  printf '%s\n' "{NAME} is not complete: $here/$missing is missing or cut short. Unpack it again, and compare the archive with SHA256SUMS first." >&2
  exit 2
fi

exec "$here/bin/node" "$here/app/{PROGRAM}" "$@"
