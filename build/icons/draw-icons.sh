#!/bin/sh
# Draws the icons of all systems from the mark (`npm run icons`). The files are committed.
# Needs rsvg-convert, icotool and png2icns (Debian: librsvg2-bin icoutils icnsutils).
set -eu
cd "$(dirname "$0")"
for side in 16 24 32 48 64 128 256 512; do
  # The small drawing fits a grid of 16 px. At larger sizes, the mark itself is sharper.
  if [ "$side" = 16 ]; then drawing=ferry-16.svg; else drawing=../../src-ui/brand/ferry.svg; fi
  rsvg-convert --width "$side" --height "$side" --output "ferry-$side.png" "$drawing"
done
large=$(mktemp --suffix .png)
trap 'rm "$large"' EXIT
rsvg-convert --width 1024 --height 1024 --output "$large" ../../src-ui/brand/ferry.svg
icotool --create --output ferry.ico ferry-16.png ferry-24.png ferry-32.png ferry-48.png ferry-64.png ferry-128.png --raw ferry-256.png
png2icns ferry.icns ferry-16.png ferry-32.png ferry-48.png ferry-128.png ferry-256.png ferry-512.png "$large"
