#!/bin/sh
# Installs the deb in the view and measures the installed console; the results go to the project's own folder.
set -e
deb=$1
node=$2
shift 2
dpkg --install --force-depends "$deb" >/dev/null
exec "$node" test/bench/run-benchmarks.ts --installed /usr/bin/ferry-console "$@"
