import { downloadElectron } from './download-electron.ts';
import { type ElectronRuntime, findElectron, wantedElectron } from './find-electron.ts';

/** Electron's runtime, or why it is not to be had, as a part of a sentence. */
type GotElectron =
  { readonly there: true; readonly runtime: ElectronRuntime } | { readonly there: false; readonly reason: string };

/** Finds Electron's runtime, and downloads it when it is missing, which is said in one line on standard error. */
export async function getElectron(
  find: () => ElectronRuntime | null = findElectron,
  download: () => Promise<string | null> = downloadElectron,
): Promise<GotElectron> {
  const present = find();
  if (present) return { there: true, runtime: present };
  const override = process.env['ELECTRON_OVERRIDE_DIST_PATH'];
  if (override) return { there: false, reason: `ELECTRON_OVERRIDE_DIST_PATH names ${override}, where no Electron is` };
  process.stderr.write(`Downloading Electron ${wantedElectron()} (about 120 MB).\n`);
  const problem = await download();
  const runtime = problem === null ? find() : null;
  if (runtime) return { there: true, runtime };
  return { there: false, reason: `Electron is not installed, and ${problem ?? 'its download is not complete'}` };
}
