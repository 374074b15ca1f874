import { existsSync } from 'node:fs';
import path from 'node:path';

const name = 'managed.json';

/** Where administrators put the configuration of a whole computer. */
function machineFile(platform: NodeJS.Platform, env: NodeJS.ProcessEnv): string {
  if (platform === 'win32') return path.win32.join(env['ProgramData'] ?? 'C:\\ProgramData', 'Ferry Console', name);
  if (platform === 'darwin') return `/Library/Application Support/Ferry Console/${name}`;
  return `/etc/ferry-console/${name}`;
}

/**
 * The managed configuration file of this computer, or null. `FERRY_MANAGED_CONFIG` names another one for tests; it
 * counts only where the computer has none, so that nobody gets round it with a variable.
 */
export function findManagedFile(
  platform: NodeJS.Platform = process.platform,
  env: NodeJS.ProcessEnv = process.env,
  exists: (file: string) => boolean = existsSync,
): string | null {
  const ofMachine = machineFile(platform, env);
  if (exists(ofMachine)) return ofMachine;
  return env['FERRY_MANAGED_CONFIG'] || null;
}
