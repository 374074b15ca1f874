#!/bin/sh
set -e
[ "$1" = configure ] || exit 0

if ! getent passwd ferry-service >/dev/null; then
  useradd --system --user-group --no-create-home --home-dir /var/lib/ferry-service --shell /usr/sbin/nologin \
    --comment 'Ferry Service' ferry-service
fi
# Data of an earlier version stays as it is.
[ -d /var/lib/ferry-service ] || install --directory --mode=0700 --owner=ferry-service --group=ferry-service /var/lib/ferry-service

# Nothing is started by itself: whether the data is in a folder or in a database has to be said first.
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
# After an upgrade, what runs is restarted one after the other; each is ready before the next one ends.
for unit in $(systemctl list-units --plain --no-legend --state=active 'ferry-service.service' 'ferry-service@*.service' | cut -d ' ' -f 1); do
  systemctl restart "$unit" || {
    echo "ferry-service: $unit did not start again; see journalctl -u $unit. The instances after it still run the earlier version." >&2
    break
  }
done
