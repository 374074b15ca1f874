import { rm } from 'node:fs/promises';
import { fail, type Outcome, succeed } from '#shared/app-error.ts';
import type { DataArgs } from '#shared/data-messages/data-calls.ts';
import type { ExportedFile } from '#shared/data-messages/export-messages.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { SaveTarget } from '../ports/save-file.ts';
import { partialFileOf, writeProblem } from './save-file.ts';

interface FileToWrite {
  readonly target: SaveTarget;
  readonly content: Omit<DataArgs<'exportRows'>, 'file' | 'part' | 'mode'>;
  readonly onProgress: (written: ExportedFile) => void;
}

export async function writeFile(
  { data, clock }: { readonly data: DataProcess; readonly clock: Clock },
  { target, content, onProgress }: FileToWrite,
  signal: AbortSignal,
): Promise<Outcome<{ written: ExportedFile; missing: readonly string[] }>> {
  const { file, mode = 0o666 } = target;
  // Named here, so that this process can remove the file after a crash of the data process.
  const part = partialFileOf(file);
  const progress = { id: content.exportId, tell: onProgress };
  const writeResult = await data.call('exportRows', { ...content, file, part, mode }, { signal, progress });
  if (!writeResult.ok) {
    await rm(part, { force: true }).catch(() => undefined);
    return writeResult;
  }
  if (writeResult.value.ok) return succeed({ written: writeResult.value.written, missing: writeResult.value.missing });
  const { code, detail } = writeResult.value;
  return fail('export_not_saved', clock.now(), { detail: writeProblem(file, code, detail) });
}
