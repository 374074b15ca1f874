#!/bin/sh
# Starts Ferry Console. If the program can't start, prints one sentence with the reason and the fix.
here=$(dirname "$(readlink -f "$0")")
program="$here/ferry-console"

tell() {
  printf '%s\n' "$1" >&2
  # A start from a menu has no terminal.
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

# Whether DISPLAY names a local display without a server.
display_is_silent() {
  [ -z "${WAYLAND_DISPLAY:-}" ] || return 1
  number=${DISPLAY%%.*}
  case $number in :[0-9]*) number=${number#:} ;; *) return 1 ;; esac
  [ ! -S "/tmp/.X11-unix/X$number" ] && ! grep -q "@/tmp/.X11-unix/X$number\$" /proc/net/unix
}

# Whether neither the kernel nor the package's helper allows a sandbox.
sandbox_is_refused() {
  unshare --user true 2>/dev/null && return 1
  [ ! -u "$here/chrome-sandbox" ] || "$here/chrome-sandbox" /bin/true 2>&1 | grep -q 'not running as root'
}

why_it_aborted() {
  others='use ferry-verify of the portable bundle or of Ferry Service, which needs no display and also runs as root.'
  if [ -n "${FERRY_VERIFIES:-}" ] && [ "$(id -u)" = 0 ]; then
    tell "ferry-verify of Ferry Console doesn't run as root, because its sandbox doesn't. Run it as an ordinary user, or $others"
  elif [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ] && [ -n "${FERRY_VERIFIES:-}" ]; then
    tell "ferry-verify of Ferry Console found no display, which it needs even though it opens no window. Run it in a desktop session or with xvfb-run, or $others"
  elif [ -z "${DISPLAY:-}${WAYLAND_DISPLAY:-}" ]; then
    tell 'Ferry Console found no display: neither DISPLAY nor WAYLAND_DISPLAY is set. Start it in a desktop session, or use the portable bundle, which opens in a browser.'
  elif [ "$(id -u)" = 0 ]; then
    tell "Ferry Console doesn't run as root, because its sandbox doesn't. Start it as an ordinary user."
  elif sandbox_is_refused && [ -u "$here/chrome-sandbox" ]; then
    tell "Ferry Console didn't start because its sandbox helper can't become root: $here is mounted with nosuid, or a container forbids it. Ask an administrator to allow it, or use the portable bundle, which opens in a browser."
  elif sandbox_is_refused; then
    tell "Ferry Console didn't start because this system doesn't allow ordinary programs a sandbox. Install the deb or rpm package instead, or ask an administrator to install the AppArmor profile $here/apparmor-profile, which has instructions."
  elif display_is_silent; then
    tell "Ferry Console found no display: no server responds at $DISPLAY. Start it in a desktop session, or use the portable bundle, which opens in a browser."
  else
    tell "Ferry Console stopped unexpectedly during its start (code $1). Its log is in ${XDG_CONFIG_HOME:-$HOME/.config}/Ferry Console/logs."
  fi
}

not_complete() {
  tell "Ferry Console is incomplete: $1 is missing or truncated. Check the package with SHA256SUMS, then unpack or install it again."
  exit 2
}

# Prints the first file of FILES.txt that is missing or has another size. Called only if a start fails.
missing_file() {
  [ -r "$here/FILES.txt" ] || return
  # Closes standard error instead of redirecting it: if /dev/null can't be written, find would not run.
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
    tell "Ferry Console needs libraries that this system lacks: ${missing:-unknown ones}. Install the deb or rpm package, which installs them, or the packages libgtk-3-0 and libnss3 (Debian, Ubuntu), gtk3 and nss (Fedora, RHEL)."
    ;;
  133 | 134) why_it_aborted "$code" ;;
esac
exit "$code"
