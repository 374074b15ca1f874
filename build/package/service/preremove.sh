#!/bin/sh
set -e
# An upgrade keeps the service running until the new version is installed.
[ "$1" = remove ] || exit 0
[ -d /run/systemd/system ] || exit 0
for unit in $(systemctl list-units --all --plain --no-legend 'ferry-service.service' 'ferry-service@*.service' | cut -d ' ' -f 1); do
  systemctl disable --now "$unit"
done
# The list above lacks enabled units that aren't loaded.
wants=/etc/systemd/system/multi-user.target.wants
rm -f "$wants"/ferry-service.service "$wants"/ferry-service@*.service
