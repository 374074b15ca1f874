import { randomBytes } from 'node:crypto';
import { rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { SavedFile } from '#shared/console-contract/saved-file.ts';
import type { SaveFile, SuggestedFile } from './save-file.ts';

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
