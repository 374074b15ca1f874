import { spawnSync } from 'node:child_process';
import { LaunchFault } from '../base/launch-fault.ts';
import { type SystemPackage, testPackages } from './system-packages.ts';

/** Runs a shell command. Resolves with its exit code and standard error. */
export type RunShell = (command: string) => { readonly code: number | null; readonly output: string };

const runShell: RunShell = (command) => {
  const { status, stderr } = spawnSync('sh', ['-c', command], {
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    encoding: 'utf8',
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { code: status, output: stderr ?? '' };
};

interface InstallOptions {
  readonly packages?: readonly SystemPackage[];
  readonly platform?: NodeJS.Platform;
  readonly isRoot?: boolean;
  readonly shell?: RunShell;
  readonly say?: (line: string) => void;
}

const isDefined = (text: string | undefined): text is string => text !== undefined;

/** Returns the commands that install missing packages, in order. */
const commandsFor = (missing: readonly SystemPackage[]) => {
  const services = missing.map(({ service }) => service).filter(isDefined);
  return {
    update: 'apt-get update -qq',
    // SYSTEMD_OFFLINE prevents a package from starting its server immediately.
    install: [
      ...missing.map(({ before }) => before).filter(isDefined),
      `SYSTEMD_OFFLINE=1 apt-get install -y --no-install-recommends ${missing.map(({ name }) => name).join(' ')}`,
    ].join(' && '),
    // Prevents servers from starting at boot. Without systemd, no server would start at boot.
    settle: services.length === 0 ? undefined : `systemctl --quiet disable ${services.join(' ')}`,
  };
};

/**
 * Installs the tests' system packages if the user has permission, and prints one line. Otherwise, throws a
 * `LaunchFault` with the command to run. Does nothing on systems other than Linux.
 */
export function installSystemPackages({
  packages = testPackages,
  platform = process.platform,
  isRoot = process.getuid?.() === 0,
  shell = runShell,
  say = (line) => void process.stderr.write(`${line}\n`),
}: InstallOptions = {}): void {
  if (platform !== 'linux') return;
  const missing = packages.filter((one) => !one.isThere());
  if (missing.length === 0) return;
  const names = missing.map(({ name }) => name).join(', ');
  const { update, install, settle } = commandsFor(missing);
  const command = [update, install, settle].filter(isDefined).join(' && ');
  if (shell('apt-get --version').code !== 0) {
    throw new LaunchFault(
      `The tests need these packages (Debian names): ${names}. Install them and run npm test again.`,
    );
  }
  if (!isRoot) {
    throw new LaunchFault(`The tests need system packages. Run this, then npm test again: sudo sh -c '${command}'`);
  }
  say(`Installing system packages for the tests: ${names}.`);
  shell(update);
  const { code, output } = shell(install);
  if (settle !== undefined) shell(settle);
  if (code === 0) return;
  const reason = output.trim().split('\n').at(-1) || `apt-get exited with code ${code}`;
  throw new LaunchFault(`System packages couldn't be installed (${reason}). Run this as root: ${command}`);
}
