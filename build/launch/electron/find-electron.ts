import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '../base/project-root.ts';
import { downloadElectron } from './download-electron.ts';

export interface ElectronRuntime {
  readonly executable: string;
  /** Folder of the runtime, in the format of ELECTRON_OVERRIDE_DIST_PATH. */
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

/** Returns the Electron version for which the product is built. Null if the package isn't installed. */
export function wantedElectron(folder = packageFolder): string | null {
  const manifest = read(folder, 'package.json');
  return manifest === null ? null : (JSON.parse(manifest) as { version: string }).version;
}

/**
 * Finds an existing Electron: in the folder ELECTRON_OVERRIDE_DIST_PATH, as the package itself does, or else the
 * package's own complete download of the required version. Doesn't download anything.
 */
export function findElectron(
  env: Readonly<Record<string, string | undefined>> = process.env,
  folder = packageFolder,
): ElectronRuntime | null {
  const override = env['ELECTRON_OVERRIDE_DIST_PATH'];
  const pathInPackage = read(folder, 'path.txt');
  if (override) return findRuntimeIn(override, pathInPackage ?? 'electron');
  const isComplete =
    pathInPackage !== null && read(folder, 'dist', 'version')?.replace(/^v/, '') === wantedElectron(folder);
  return isComplete ? findRuntimeIn(path.join(folder, 'dist'), pathInPackage) : null;
}

const findRuntimeIn = (distPath: string, inside: string): ElectronRuntime | null => {
  const executable = path.join(distPath, inside);
  return statSync(executable, { throwIfNoEntry: false })?.isFile() ? { executable, distPath } : null;
};

/** Electron's runtime, or a part of a sentence that says why it is unavailable. */
type ElectronDownload =
  | { readonly there: true; readonly runtime: ElectronRuntime }
  | { readonly there: false; readonly reason: string };

/** Finds Electron's runtime or downloads it. Reports a download on standard error, in one line. */
export async function getElectron(
  find: () => ElectronRuntime | null = findElectron,
  download: () => Promise<string | null> = downloadElectron,
): Promise<ElectronDownload> {
  const foundRuntime = find();
  if (foundRuntime) return { there: true, runtime: foundRuntime };
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override)
    return { there: false, reason: `ELECTRON_OVERRIDE_DIST_PATH names ${override}, which doesn't contain Electron` };
  process.stderr.write(`Downloading Electron ${wantedElectron()} (about 120 MB).\n`);
  const problem = await download();
  const runtime = problem === null ? find() : null;
  if (runtime) return { there: true, runtime };
  return { there: false, reason: `Electron isn't installed, and ${problem ?? 'the download is incomplete'}` };
}
