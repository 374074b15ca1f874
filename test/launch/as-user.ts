import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type CommandOptions, RunningCommand } from './running-command.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const nobodyCommand = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const succeeds = ([file = '', ...args]: readonly string[]): boolean => spawnSync(file, args).status === 0;

/** Whether a non-root user can read this checkout. A checkout under /root, for example, is closed to other users. */
export const isReachable =
  !isRoot || succeeds([...nobodyCommand, 'test', '-r', path.join(projectRoot, 'package.json')]);

const become = (): readonly string[] => {
  if (!isRoot) return ['setpriv'];
  return isReachable ? nobodyCommand : [...nobodyCommand, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
};

/**
 * Whether Electron's sandbox works for a non-root user. It needs user namespaces, which containers often deny. A
 * root-only checkout counts as false too: the sandbox drops the capability that lets the user read it.
 */
export const canUseSandbox = isReachable && succeeds([...become(), 'unshare', '--user', 'true']);

/**
 * Runs a program as a non-root user without a desktop session. `home` is created if missing. If the tests already run
 * as a non-root user, that user stays.
 */
export function runAsUser(
  home: string,
  program: readonly string[],
  { env = {}, ...options }: CommandOptions = {},
): RunningCommand {
  mkdirSync(home, { recursive: true });
  if (isRoot) for (const folder of [path.dirname(home), home]) chownSync(folder, nobody, nobody);
  const user = { HOME: home, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, XDG_RUNTIME_DIR: undefined };
  const [file = '', ...args] = [...become(), ...program];
  return new RunningCommand(file, args, { ...options, env: { ...user, ...env } });
}
