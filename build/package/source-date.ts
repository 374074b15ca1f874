import { spawnSync } from 'node:child_process';
import { lutimesSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';

/**
 * Returns a timestamp for all files in packages (seconds since 1970), so that equal sources produce equal bytes. Uses
 * SOURCE_DATE_EPOCH, else the time of the last commit, else the time of package.json.
 */
export function sourceDate(env: NodeJS.ProcessEnv = process.env, root = projectRoot): number {
  const epoch = Number(env['SOURCE_DATE_EPOCH']);
  if (Number.isSafeInteger(epoch) && epoch > 0) return epoch;
  const { status, stdout } = spawnSync('git', ['log', '-1', '--format=%ct'], { cwd: root, encoding: 'utf8' });
  if (status === 0 && /^\d+$/.test(stdout.trim())) return Number(stdout);
  return Math.floor(statSync(path.join(root, 'package.json')).mtimeMs / 1000);
}

/** Sets the timestamp of a folder and of all its contents. */
export function setTimes(folder: string, seconds: number): void {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    lutimesSync(path.join(entry.parentPath, entry.name), seconds, seconds);
  }
  lutimesSync(folder, seconds, seconds);
}
