#!/bin/sh
set -e
case $1 in remove | purge) ;; *) exit 0 ;; esac
[ ! -d /run/systemd/system ] || systemctl daemon-reload

# Deletes data, configuration and the user only on purge.
[ "$1" = purge ] || exit 0
rm -rf /var/lib/ferry-service /etc/ferry-service
if getent passwd ferry-service >/dev/null; then userdel ferry-service; fi
