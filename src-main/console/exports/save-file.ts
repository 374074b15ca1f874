import type { Resource } from '#shared/migration-api/fields.ts';
import { randomBytes } from 'node:crypto';
import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { exportFormats } from '#shared/console-contract/export-calls.ts';
import type { SavedFile } from '#shared/console-contract/saved-file.ts';
import type { SaveFile, SaveTarget, SuggestedFile } from '../ports/save-file.ts';

export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats a local time for file names: "2026-11-21-1418". */
export const fileNameTime = (at: Date): string =>
  `${at.getFullYear()}-${twoDigits(at.getMonth() + 1)}-${twoDigits(at.getDate())}-${twoDigits(at.getHours())}${twoDigits(at.getMinutes())}`;

/** Returns a name such as "migrations-brightwater-2026-11-21-1418.csv", in local time and safe for all file systems. */
export function exportName(
  resource: Resource | 'notes' | `${'report' | 'receipt'}-${string}`,
  profileName: string,
  format: (typeof exportFormats)[number],
  now: Date,
): string {
  const profile = profileName
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^-|-$/g, '');
  const parts = [resource, profile.slice(0, 40), fileNameTime(now)];
  return `${parts.filter((part) => part !== '').join('-')}.${format}`;
}

/** Uses the same folder, because a rename can't cross file systems. */
export const partialFileOf = (file: string): string =>
  path.join(path.dirname(file), `.${path.basename(file)}.${randomBytes(6).toString('hex')}.part`);

/** Explains a failed write by the system's error code. */
export function writeProblem(file: string, code: string | undefined, detail: string): string {
  const folder = path.dirname(file);
  if (['ENOSPC', 'EDQUOT', 'EFBIG'].includes(code ?? '')) return `The disk with ${folder} is full. Free some space.`;
  if (['EACCES', 'EPERM', 'EROFS'].includes(code ?? '')) return `No permission to write to ${folder}.`;
  if (code === 'ENOENT' || code === 'ENOTDIR') return `The folder ${folder} doesn't exist.`;
  return code === 'EISDIR' ? `${file} is a folder.` : `System error: ${detail}.`;
}

/** Writes a temporary file, which gets the target's path only if it is complete. */
export async function writeWhole<Value>(
  { file, mode = 0o666 }: SaveTarget,
  now: () => Date,
  write: (handle: FileHandle) => Promise<Outcome<Value>>,
): Promise<Outcome<Value>> {
  const part = partialFileOf(file);
  let written: Outcome<Value>;
  try {
    const handle = await open(part, 'wx', mode);
    try {
      written = await write(handle);
    } finally {
      await handle.close();
    }
    if (written.ok) await rename(part, file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    // Windows reports EPERM.
    const isFolder = (await stat(file).catch(() => null))?.isDirectory();
    written = fail('export_not_saved', now(), { detail: writeProblem(file, isFolder ? 'EISDIR' : code, message) });
  }
  if (!written.ok) await rm(part, { force: true }).catch(() => undefined);
  return written;
}

/** Writes a small file to the path the user chose. */
export async function saveBytes(
  saveFile: SaveFile,
  suggested: SuggestedFile,
  bytes: Uint8Array,
  now: Date,
): Promise<Outcome<SavedFile>> {
  const target = await saveFile.choose(suggested);
  if (!target) return succeed({ result: 'dismissed' });
  const writing = writeWhole(
    target,
    () => now,
    async (handle) => succeed(await handle.writeFile(bytes)),
  );
  return mapOutcome(writing, () => ({ result: 'saved', fileName: target.fileName, ...target.written() }));
}
