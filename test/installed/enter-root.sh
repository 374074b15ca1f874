#!/bin/sh
# Runs a command in a disposable copy of this machine's file system: writes go to memory. The only network is loopback.
# Call it in separate mount and network namespaces.
set -e
root=$(mktemp -d /tmp/ferry-root-XXXXXX)
mount -t tmpfs -o size=4g tmpfs "$root"
mkdir "$root/upper" "$root/work" "$root/view"
mount -t overlay overlay -o "lowerdir=/,upperdir=$root/upper,workdir=$root/work" "$root/view"
for name in proc dev sys; do mount --rbind "/$name" "$root/view/$name"; done
mkdir -p "$root/view/changes" "$1/test-results/installed" "$root/view$1/test-results/installed"
mount --bind "$root/upper" "$root/view/changes"
# Reports, pictures and figures are to be read afterwards.
for name in test-results/installed bench/results; do mount --bind "$1/$name" "$root/view$1/$name"; done
ip link set lo up
project=$1
shift
# No chroot: in one, the kernel refuses the user namespaces that the sandbox is made of.
mkdir -p "$root/view/computer"
cd "$root/view"
pivot_root . computer
umount -l /computer
cd "$project"
exec "$@"
