#!/bin/sh
# Starts Ferry Console. Where the program ends before it can say anything, says in one sentence why and what to do.
here=$(dirname "$(readlink -f "$0")")
program="$here/ferry-console"

tell() {
  printf '%s\n' "$1" >&2
  # Started from a menu there is no terminal to read it in.
  if [ -t 2 ] || [ -n "${FERRY_VERIFIES:-}" ]; then return; fi
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

# Whether a display of this computer is named at which no server listens.
display_is_silent() {
  [ -z "${WAYLAND_DISPLAY:-}" ] || return 1
  number=${DISPLAY%%.*}
  case $number in :[0-9]*) number=${number#:} ;; *) return 1 ;; esac
  [ ! -S "/tmp/.X11-unix/X$number" ] && ! grep -q "@/tmp/.X11-unix/X$number\$" /proc/net/unix
}

# Whether neither the kernel nor the helper of the package gives the program a sandbox.
sandbox_is_refused() {
  unshare --user true 2>/dev/null && return 1
  [ ! -u "$here/chrome-sandbox" ] || "$here/chrome-sandbox" /bin/true 2>&1 | grep -q 'not running as root'
}

why_it_aborted() {
  others='take the one of the portable bundle or of Ferry Service, which needs no display and runs as root, too.'
  if [ -n "${FERRY_VERIFIES:-}" ] && [ "$(id -u)" = 0 ]; then
    tell "ferry-verify of Ferry Console does not run as root, since the sandbox of its program does not. Run it as an ordinary user, or $others"
  elif [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -n "${FERRY_VERIFIES:-}" ]; then
    tell "ferry-verify of Ferry Console found no display, which its program needs though it opens no window. Run it in a desktop session or by xvfb-run, or $others"
  elif [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    tell 'Ferry Console found no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, or use the portable bundle, which opens in a browser.'
  elif [ "$(id -u)" = 0 ]; then
    tell 'Ferry Console does not run as root, since its sandbox does not. Start it as an ordinary user.'
  elif sandbox_is_refused && [ -u "$here/chrome-sandbox" ]; then
    tell "The helper of Ferry Console's sandbox may not become root, so it does not start: $here is mounted with nosuid, or a container forbids it. Let an administrator allow it, or use the portable bundle, which opens in a browser."
  elif sandbox_is_refused; then
    tell "This system allows no sandbox to ordinary programs, so Ferry Console does not start. Install the deb or rpm package instead, or let an administrator install the AppArmor profile $here/apparmor-profile (how is written in it)."
  elif display_is_silent; then
    tell "Ferry Console found no display: nothing answers at $DISPLAY. Start it in a desktop session, or use the portable bundle, which opens in a browser."
  else
    tell "Ferry Console ended unexpectedly while it started (code $1). Its log is in ${XDG_CONFIG_HOME:-$HOME/.config}/Ferry Console/logs."
  fi
}

not_complete() {
  tell "Ferry Console is not complete: $1 is missing or cut short. Unpack or install it again, and compare the package with SHA256SUMS first."
  exit 2
}

# A file of FILES.txt that is not there with its size: unpacking was cut short. Looked for only where a start fails.
missing_file() {
  [ -r "$here/FILES.txt" ] || return
  # Closes standard error instead of redirecting it: where /dev/null can't be written, find would not run.
  (cd "$here" && find . -type f -printf '%s %P\n' 2>&- | LC_ALL=C sort | LC_ALL=C comm -13 - FILES.txt | head -n 1 | cut -d ' ' -f 2-)
}

[ -x "$program" ] || not_complete "$program"

"$program" "$@" &
child=$!
trap 'kill -TERM "$child" 2>/dev/null' TERM HUP
trap 'kill -INT "$child" 2>/dev/null' INT
while :; do
  wait "$child"
  code=$?
  kill -0 "$child" 2>/dev/null || break
done

if [ "$code" != 0 ]; then
  missing=$(missing_file)
  [ -z "$missing" ] || not_complete "$here/$missing"
fi

case $code in
  127)
    missing=$(ldd "$program" 2>/dev/null | sed -n 's/^[[:space:]]*\([^ ]*\) => not found$/\1/p' | tr '\n' ' ')
    tell "Ferry Console needs libraries that this system lacks: ${missing:-unknown ones}. Install the deb or rpm package, which brings them along, or the packages libgtk-3-0 and libnss3 (Debian, Ubuntu), gtk3 and nss (Fedora, RHEL)."
    ;;
  133 | 134) why_it_aborted "$code" ;;
esac
exit "$code"
