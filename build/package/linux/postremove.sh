#!/bin/sh
set -e
# Skipped during an update, which has installed the new program. Never removes the command of another package.
if [ "$(readlink /usr/bin/ferry-verify)" = /opt/ferry-console/ferry-verify ] && [ ! -e /opt/ferry-console/ferry-verify ]; then rm -f /usr/bin/ferry-verify; fi
# Refreshes menu, icons and ferry:// links, if these programs are installed.
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
