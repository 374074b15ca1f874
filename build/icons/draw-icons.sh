#!/bin/sh
# Draws the icons of all systems from the mark (`npm run icons`). The files are committed.
# Needs rsvg-convert and icotool (Debian: librsvg2-bin icoutils).
set -eu
cd "$(dirname "$0")"
trap 'rm -f ferry-1024.png' EXIT
for side in 16 24 32 48 64 128 256 512 1024; do
  # The small drawing fits a grid of 16 px. At larger sizes, the mark itself is sharper.
  if [ "$side" = 16 ]; then drawing=ferry-16.svg; else drawing=../../src-ui/brand/ferry.svg; fi
  rsvg-convert --width "$side" --height "$side" --output "ferry-$side.png" "$drawing"
done
icotool --create --output ferry.ico ferry-16.png ferry-24.png ferry-32.png ferry-48.png ferry-64.png ferry-128.png --raw ferry-256.png
node write-icns.ts
