import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';

/** A session bus and a GNOME keyring of the test's own: nothing of the person's is touched. */
export interface Keyring {
  readonly env: NodeJS.ProcessEnv;
  /** Starts the keyring; with a password it is unlocked, without one it stays locked. */
  readonly start: (password: string | null) => Promise<void>;
  readonly freeze: () => void;
  readonly thaw: () => void;
  /** Ends the keyring; what it keeps stays in its folder. */
  readonly stop: () => Promise<void>;
  readonly close: () => Promise<void>;
}

/** A bus that lets nobody talk to the secret service, as a sandboxed desktop does. */
const denyingBus = `<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN" "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <type>session</type>
  <keep_umask/>
  <listen>unix:tmpdir=/tmp</listen>
  <auth>EXTERNAL</auth>
  <policy context="default">
    <allow send_destination="*" eavesdrop="true"/>
    <allow eavesdrop="true"/>
    <allow own="*"/>
    <deny send_destination="org.freedesktop.secrets" send_interface="org.freedesktop.Secret.Service"/>
  </policy>
</busconfig>`;
/** The same without the refusal; it starts no services by itself, so that the keyring is the one of the test. */
const openBus = denyingBus.replace(/\s*<deny .*/, '');

const ended = (child: ChildProcess): Promise<void> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve();
    else child.once('close', () => resolve());
  });

/** Resolves when the secret service is on the bus. */
async function onBus(env: NodeJS.ProcessEnv): Promise<void> {
  const ask = 'org.freedesktop.DBus.NameHasOwner';
  const flags = [
    '--session',
    '--print-reply',
    '--dest=org.freedesktop.DBus',
    '/',
    ask,
    'string:org.freedesktop.secrets',
  ];
  for (let tries = 0; tries < 100; tries += 1) {
    const { stdout } = await promisify(execFile)('dbus-send', flags, { env });
    if (stdout.includes('true')) return;
    await wait(50);
  }
  throw new Error('The keyring did not come up within 5 s.');
}

/** Rejects where dbus or gnome-keyring is not installed. */
export async function startKeyring({ denied = false } = {}): Promise<Keyring> {
  const home = mkdtempSync(path.join(tmpdir(), 'ferry-keyring-'));
  const runtime = path.join(home, 'run');
  mkdirSync(runtime, { mode: 0o700 });
  const configuration = path.join(home, 'bus.conf');
  writeFileSync(configuration, denied ? denyingBus : openBus);
  const { DISPLAY: _display, WAYLAND_DISPLAY: _wayland, ...inherited } = process.env;
  const base = { ...inherited, HOME: home, XDG_RUNTIME_DIR: runtime, XDG_DATA_HOME: path.join(home, 'data') };
  const bus = spawn('dbus-daemon', ['--nofork', '--print-address=1', `--config-file=${configuration}`], {
    env: base,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  const address = await new Promise<string>((resolve, reject) => {
    bus.stdout.once('data', (bytes: Buffer) => resolve(bytes.toString().trim()));
    bus.once('error', () => reject(new Error('dbus-daemon is missing: install the packages dbus and gnome-keyring.')));
  });
  const env = { ...base, DBUS_SESSION_BUS_ADDRESS: address };
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
      await Promise.race([missing, onBus(env)]);
    },
    freeze: () => void daemon?.kill('SIGSTOP'),
    thaw: () => void daemon?.kill('SIGCONT'),
    stop,
    close: async () => {
      await stop();
      bus.kill('SIGKILL');
      await ended(bus);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
