#!/bin/sh
set -e
# An upgrade lets it run until the new version is there.
[ "$1" = remove ] || exit 0
[ -d /run/systemd/system ] || exit 0
for unit in $(systemctl list-units --all --plain --no-legend 'ferry-service.service' 'ferry-service@*.service' | cut -d ' ' -f 1); do
  systemctl disable --now "$unit"
done
# What is enabled and not loaded is not in that list.
wants=/etc/systemd/system/multi-user.target.wants
rm -f "$wants"/ferry-service.service "$wants"/ferry-service@*.service
