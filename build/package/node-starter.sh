#!/bin/sh
# Starts {NAME} on the Node next to it. --help lists the flags.
here=$(dirname "$(readlink -f "$0")")

# Finds the first file of FILES.txt that is missing or has another size.
missing=FILES.txt
[ ! -r "$here/FILES.txt" ] || missing=$(cd "$here" && find . -type f -printf '%s %P\n' 2>/dev/null | LC_ALL=C sort | LC_ALL=C comm -13 - FILES.txt | head -n 1 | cut -d ' ' -f 2-)
if [ -n "$missing" ]; then
  printf '%s\n' "{NAME} is incomplete: $here/$missing is missing or truncated. Check the archive with SHA256SUMS, then unpack it again." >&2
  exit 2
fi

exec "$here/bin/node" "$here/app/{PROGRAM}" "$@"
