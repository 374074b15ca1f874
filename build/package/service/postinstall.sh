#!/bin/sh
set -e
[ "$1" = configure ] || exit 0

if ! getent passwd ferry-service >/dev/null; then
  useradd --system --user-group --no-create-home --home-dir /var/lib/ferry-service --shell /usr/sbin/nologin \
    --comment 'Ferry Service' ferry-service
fi
# Keeps the data of an earlier version.
[ -d /var/lib/ferry-service ] || install --directory --mode=0700 --owner=ferry-service --group=ferry-service /var/lib/ferry-service

# Starts nothing: the administrator first chooses a data folder or a database.
[ -d /run/systemd/system ] || exit 0
systemctl daemon-reload
# After an upgrade, restarts running instances one after the other, each after the previous one is ready.
for unit in $(systemctl list-units --plain --no-legend --state=active 'ferry-service.service' 'ferry-service@*.service' | cut -d ' ' -f 1); do
  systemctl restart "$unit" || {
    echo "ferry-service: $unit did not restart; see journalctl -u $unit. The remaining instances still run the earlier version." >&2
    break
  }
done
