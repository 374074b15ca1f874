import { spawnSync } from 'node:child_process';
import { LaunchFault } from '../launch-fault.ts';
import { type SystemPackage, testPackages } from './system-packages.ts';

/** Runs apt-get. Resolves with its exit code and what it wrote on standard error. */
export type RunApt = (args: readonly string[]) => { readonly code: number | null; readonly output: string };

const runApt: RunApt = (args) => {
  // Offline for systemd: a package that brings a server, as nginx and postgresql do, does not start it.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', SYSTEMD_OFFLINE: '1' };
  const { status, stderr } = spawnSync('apt-get', [...args], {
    env,
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { code: status, output: stderr ?? '' };
};

interface InstallOptions {
  readonly packages?: readonly SystemPackage[];
  readonly platform?: NodeJS.Platform;
  readonly isRoot?: boolean;
  readonly apt?: RunApt;
  readonly say?: (line: string) => void;
}

/**
 * Installs what the tests need of the system where it may, which is said in one line; else throws a `LaunchFault` with
 * the one command to run. Does nothing outside Linux.
 */
export function installSystemPackages({
  packages = testPackages,
  platform = process.platform,
  isRoot = process.getuid?.() === 0,
  apt = runApt,
  say = (line) => void process.stderr.write(`${line}\n`),
}: InstallOptions = {}): void {
  if (platform !== 'linux') return;
  const missing = packages.filter((one) => !one.isThere()).map(({ name }) => name);
  if (missing.length === 0) return;
  const install = ['install', '-y', '--no-install-recommends', ...missing];
  const command = `apt-get update && SYSTEMD_OFFLINE=1 apt-get ${install.join(' ')}`;
  if (apt(['--version']).code !== 0) {
    throw new LaunchFault(
      `The tests need ${missing.join(', ')} (Debian's names). Install them and run npm test again.`,
    );
  }
  if (!isRoot) {
    throw new LaunchFault(
      `The tests need packages of the system. Run this, then npm test again: sudo sh -c '${command}'`,
    );
  }
  say(`Installing packages of the system for the tests: ${missing.join(', ')}.`);
  apt(['update', '-qq']);
  const { code, output } = apt(install);
  if (code === 0) return;
  const reason = output.trim().split('\n').at(-1) || `apt-get ended with code ${code}`;
  throw new LaunchFault(`Packages of the system could not be installed (${reason}). Run this as root: ${command}`);
}
