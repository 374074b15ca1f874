import { rename, rm, writeFile } from 'node:fs/promises';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { modalLabCalls } from '#shared/console-contract/modal-lab-calls.ts';
import type { ResultOf } from '#shared/console-contract/types.ts';
import type { SaveFile } from '../exports/save-file.ts';

/** Writes a recording where the person wants it: whole, or not at all under that name. */
export async function saveRecording(
  { fileName, text }: { readonly fileName: string; readonly text: string },
  saveFile: Pick<SaveFile, 'choose'>,
  now: Date,
): Promise<Outcome<ResultOf<typeof modalLabCalls.save>>> {
  const target = await saveFile.choose({ fileName, format: 'json' });
  if (!target) return succeed({ result: 'dismissed' });
  const part = `${target.file}.part`;
  try {
    await writeFile(part, text, { mode: 0o600 });
    await rename(part, target.file);
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    const detail = `${target.fileName} could not be written: ${error instanceof Error ? error.message : String(error)}`;
    return fail('export_not_saved', now, { detail });
  }
  return succeed({ result: 'saved', fileName: target.fileName, ...target.written() });
}
