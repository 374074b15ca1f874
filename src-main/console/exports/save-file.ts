import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import type { LoadedResource } from '#shared/console-contract/loaded-query.ts';
import type { SavedFile } from '#shared/console-contract/saved-file.ts';

const two = (value: number): string => String(value).padStart(2, '0');

/** "migrations-brightwater-2026-11-21-1418.csv", by local time; letters that some file system refuses are left out. */
export function exportName(
  resource: LoadedResource,
  profileName: string,
  format: (typeof exportFormats)[number],
  now: Date,
): string {
  const profile = profileName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const day = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  const parts = [resource, profile.slice(0, 40), day, two(now.getHours()) + two(now.getMinutes())];
  return `${parts.filter((part) => part !== '').join('-')}.${format}`;
}

/** What a file is: an export of rows, a report, a support bundle. */
export type SavedFormat = (typeof exportFormats)[number] | 'md' | 'zip';

/** A place that a person has chosen for a file, or that the host keeps for a download. */
export interface SaveTarget {
  /** Where it is written. */
  readonly file: string;
  readonly fileName: string;
  /** Rights of the new file, of which the umask takes its part; those of any file that a person saves where left out. */
  readonly mode?: number;
  /** The file is there: where a person finds it. */
  readonly written: () => { readonly path: string | null; readonly download: string | null };
}

interface SuggestedFile {
  readonly fileName: string;
  readonly format: SavedFormat;
}

/** How a host saves a file: a dialog of the system in Electron, a download in the browser host. */
export interface SaveFile {
  /** null where the person closed the dialog. */
  readonly choose: (suggested: SuggestedFile) => Promise<SaveTarget | null>;
  /** Shows a file in the system's file browser; false where the host cannot. */
  readonly reveal: (file: string) => boolean;
}

/** Writes a small file where the person wants it: the whole of it under its name, or nothing. */
export async function saveBytes(
  saveFile: SaveFile,
  suggested: SuggestedFile,
  bytes: Uint8Array,
  now: Date,
): Promise<Outcome<SavedFile>> {
  const target = await saveFile.choose(suggested);
  if (!target) return succeed({ result: 'dismissed' });
  const { file, fileName, mode = 0o666 } = target;
  const part = path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.part`);
  try {
    await writeFile(part, bytes, { flag: 'wx', mode });
    await rename(part, file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const { code } = error as NodeJS.ErrnoException;
    return fail('export_not_saved', now, { detail: `${file} could not be written (${code ?? 'unknown'}).` });
  }
  return succeed({ result: 'saved', fileName, ...target.written() });
}
