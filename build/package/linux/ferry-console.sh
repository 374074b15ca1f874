#!/bin/sh
# Starts Ferry Console. Where the program ends before it can say anything, says in one sentence why and what to do.
here=$(dirname "$(readlink -f "$0")")
program="$here/ferry-console"

tell() {
  printf '%s\n' "$1" >&2
  # Started from a menu there is no terminal to read it in.
  [ -t 2 ] && return
  for dialog in zenity kdialog xmessage; do
    command -v "$dialog" >/dev/null 2>&1 || continue
    case $dialog in
      zenity) zenity --error --no-wrap --title='Ferry Console' --text="$1" ;;
      kdialog) kdialog --title 'Ferry Console' --error "$1" ;;
      xmessage) xmessage -center "$1" ;;
    esac >/dev/null 2>&1
    return
  done
}

why_it_aborted() {
  if [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    tell 'Ferry Console found no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, or use the portable bundle, which opens in a browser.'
  elif [ "$(id -u)" = 0 ]; then
    tell 'Ferry Console does not run as root, since its sandbox does not. Start it as an ordinary user.'
  elif [ -u "$here/chrome-sandbox" ] || unshare --user true 2>/dev/null; then
    tell "Ferry Console ended unexpectedly while it started (code $1). Its log is in ${XDG_CONFIG_HOME:-$HOME/.config}/Ferry Console/logs."
  else
    tell "This system allows no sandbox to ordinary programs, so Ferry Console does not start. Install the deb or rpm package instead, or let an administrator install the AppArmor profile $here/apparmor-profile (how is written in it)."
  fi
}

if [ ! -x "$program" ]; then
  tell "Ferry Console is not complete: $program is missing. Unpack or install it again, and compare the package with SHA256SUMS first."
  exit 2
fi

"$program" "$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM HUP
trap 'kill -INT "$child" 2>/dev/null' INT
while :; do
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null || break
done

case $code in
  127)
    missing=$(ldd "$program" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | tr '\n' ' ')
    tell "Ferry Console needs libraries that this system lacks: ${missing:-unknown ones}. Install the deb or rpm package, which brings them along, or the packages libgtk-3-0 and libnss3 (Debian, Ubuntu), gtk3 and nss (Fedora, RHEL)."
    ;;
  133 | 134) why_it_aborted "$code" ;;
esac
exit "$code"
