import { spawnSync } from 'node:child_process';
import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type CommandOptions, RunningCommand } from './running-command.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

const asNobody = ['setpriv', `--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups'];
const succeeds = ([file = '', ...args]: readonly string[]): boolean => spawnSync(file, args).status === 0;

/** Whether a plain user can enter this checkout; one of root's may be in a place that only root can enter. */
export const isReachable = !isRoot || succeeds([...asNobody, 'test', '-r', path.join(projectRoot, 'package.json')]);

const become = (): readonly string[] => {
  if (!isRoot) return ['setpriv'];
  return isReachable ? asNobody : [...asNobody, '--inh-caps=+dac_override', '--ambient-caps=+dac_override'];
};

/**
 * Whether Electron's sandbox works for a plain user here: it needs user namespaces, which containers often deny, and
 * it drops what lets the user into a checkout of root's.
 */
export const sandboxWorks = isReachable && succeeds([...become(), 'unshare', '--user', 'true']);

/**
 * Runs a program as a plain user with no desktop session, whose home is `home` (made when missing); a test that runs
 * as such a user already stays one.
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
