import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../project-root.ts';

/** An Electron on this computer. */
export interface ElectronRuntime {
  readonly executable: string;
  /** Folder of the runtime, as ELECTRON_OVERRIDE_DIST_PATH names it. */
  readonly distPath: string;
}

const packageFolder = path.join(projectRoot, 'node_modules', 'electron');

const read = (...parts: string[]): string | null => {
  try {
    return readFileSync(path.join(...parts), 'utf8').trim();
  } catch {
    return null;
  }
};

/** Version of Electron that the product is built for; null when the package is not installed. */
export function wantedElectron(folder = packageFolder): string | null {
  const manifest = read(folder, 'package.json');
  return manifest === null ? null : (JSON.parse(manifest) as { version: string }).version;
}

/**
 * The Electron that is there already: the folder that ELECTRON_OVERRIDE_DIST_PATH names, as for the package itself,
 * else the package's own complete download of the wanted version. Starts no download.
 */
export function findElectron(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder = packageFolder,
): ElectronRuntime | null {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const inside = read(folder, 'path.txt');
  if (override) return ifThere(override, inside ?? 'electron');
  const complete = inside !== null && read(folder, 'dist', 'version')?.replace(/^v/, '') === wantedElectron(folder);
  return complete ? ifThere(path.join(folder, 'dist'), inside) : null;
}

const ifThere = (distPath: string, inside: string): ElectronRuntime | null => {
  const executable = path.join(distPath, inside);
  return statSync(executable, { throwIfNoEntry: false })?.isFile() ? { executable, distPath } : null;
};
