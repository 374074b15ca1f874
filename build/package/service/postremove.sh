#!/bin/sh
set -e
case $1 in remove | purge) ;; *) exit 0 ;; esac
[ ! -d /run/systemd/system ] || systemctl daemon-reload

# Data, configuration and the user go where somebody says purge, and only then.
[ "$1" = purge ] || exit 0
rm -rf /var/lib/ferry-service /etc/ferry-service
if getent passwd ferry-service >/dev/null; then userdel ferry-service; fi
