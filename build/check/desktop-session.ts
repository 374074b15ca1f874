import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** A headless desktop session for tests: a display, a message bus and an unlocked keyring. */
export interface DesktopSession {
  /** Wraps a command so that it runs inside the session. */
  readonly wrap: (command: readonly string[]) => readonly string[];
  /** Removes the keyring and all files that the session wrote. */
  readonly remove: () => void;
}

const screen = ['xvfb-run', '-a', '-s', '-screen 0 1280x1024x24'];
const unlockThenRun = 'printf "\\n" | gnome-keyring-daemon --unlock --components=secrets >/dev/null 2>&1; exec "$@"';

/**
 * Creates a session with a separate data folder, so that the user's keyring stays unchanged. Linux only. On other
 * systems, `wrap` returns the command unchanged.
 */
export function makeDesktopSession(): DesktopSession {
  if (process.platform !== 'linux') return { wrap: (command) => command, remove: () => {} };
  const folder = mkdtempSync(path.join(tmpdir(), 'ferry-session-'));
  const variables = [`XDG_DATA_HOME=${path.join(folder, 'data')}`, `XDG_RUNTIME_DIR=${folder}`, 'WAYLAND_DISPLAY='];
  const session = ['env', ...variables, 'dbus-run-session', '--', ...screen, 'sh', '-c', unlockThenRun, 'sh'];
  return {
    wrap: (command) => [...session, ...command],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
