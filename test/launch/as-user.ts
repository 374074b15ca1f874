import { chownSync, mkdirSync } from 'node:fs';
import path from 'node:path';
import { type CommandOptions, RunningCommand } from './running-command.ts';

const nobody = 65_534;
const isRoot = process.getuid?.() === 0;

/** Lets another user into a folder of root's: it may be in a place that only root can enter. */
const mayReadAll = ['--inh-caps=+dac_read_search', '--ambient-caps=+dac_read_search'];

/**
 * Runs a program as a plain user with no desktop session, whose home is `home` (made when missing); a test that runs
 * as such a user already stays one.
 */
export function runAsUser(
  home: string,
  file: string,
  args: readonly string[],
  { env = {}, ...options }: CommandOptions = {},
): RunningCommand {
  mkdirSync(home, { recursive: true });
  if (isRoot) {
    chownSync(path.dirname(home), nobody, nobody);
    chownSync(home, nobody, nobody);
  }
  const user = { HOME: home, DISPLAY: undefined, WAYLAND_DISPLAY: undefined, XDG_RUNTIME_DIR: undefined };
  const become = isRoot ? [`--reuid=${nobody}`, `--regid=${nobody}`, '--clear-groups', ...mayReadAll] : [];
  return new RunningCommand('setpriv', [...become, file, ...args], { ...options, env: { ...user, ...env } });
}
