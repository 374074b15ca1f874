#!/bin/sh
set -e
# Ferry Service's package has the same command. The first installed one stays.
[ -e /usr/bin/ferry-verify ] || ln -sf /opt/ferry-console/ferry-verify /usr/bin/ferry-verify
# Refreshes menu, icons and ferry:// links, if these programs are installed.
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
