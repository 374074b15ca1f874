#!/bin/sh
set -e
# The package of Ferry Service has the same command, and a file of its own for it: whichever is there first stays.
[ -e /usr/bin/ferry-verify ] || ln -sf /opt/ferry-console/ferry-verify /usr/bin/ferry-verify
# The menu, the icons and the ferry:// links take the new entry at once where these are installed.
if command -v update-desktop-database >/dev/null 2>&1; then update-desktop-database -q /usr/share/applications || true; fi
if command -v gtk-update-icon-cache >/dev/null 2>&1; then gtk-update-icon-cache -q -t -f /usr/share/icons/hicolor || true; fi
