import { type ChildProcess, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeFolder } from '#test/fixtures/system/remove-folder.ts';
import { ended, startSessionBus } from '#test/fixtures/system/session-bus.ts';

/** A session bus and a GNOME keyring only for this test; the user's own keyring stays untouched. */
export interface Keyring {
  readonly env: NodeJS.ProcessEnv;
  /** Starts the keyring: unlocked if a password is given, otherwise locked. */
  readonly start: (password: string | null) => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Stops the keyring. Its contents stay in its folder. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** Denies access to the secret service, as a sandboxed desktop does. */
const denySecrets =
  '<deny send_destination="org.freedesktop.secrets" send_interface="org.freedesktop.Secret.Service"/>';

/** Rejects if dbus or gnome-keyring is not installed. */
export async function startKeyring({ denied = false } = {}): Promise<Keyring> {
  const home = mkdtempSync(path.join(tmpdir(), 'ferry-keyring-'));
  const runtime = path.join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const base = {
    ...inherited,
    HOME: home,
    TMPDIR: home,
    XDG_RUNTIME_DIR: runtime,
    XDG_DATA_HOME: path.join(home, 'data'),
  };
  const bus = await startSessionBus({ folder: home, env: base, ...(denied ? { deny: denySecrets } : {}) });
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: bus.address };
  let daemon: ChildProcess | null = null;
  const stop = async () => {
    daemon?.kill('SIGKILL');
    if (daemon) await ended(daemon);
    daemon = null;
  };
  return {
    env,
    start: async (password) => {
      const flags = ['--foreground', '--components=secrets', ...(password === null ? [] : ['--unlock'])];
      const child = spawn('gnome-keyring-daemon', flags, { env, stdio: ['pipe', 'ignore', 'ignore'] });
      daemon = child;
      const missing = new Promise<never>((_, reject) => {
        child.once('error', () => reject(new Error('gnome-keyring-daemon is missing: install gnome-keyring.')));
      });
      child.stdin.end(password ?? '');
      await Promise.race([missing, bus.untilOwned('org.freedesktop.secrets')]);
    },
    freeze: () => void daemon?.kill('SIGSTOP'),
    thaw: () => void daemon?.kill('SIGCONT'),
    stop,
    close: async () => {
      await stop();
      await bus.close();
      await removeFolder(home);
    },
  };
}
