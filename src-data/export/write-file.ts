import { type FileHandle, open, rename, rm, stat } from 'node:fs/promises';
import { CancelledError } from '../replica/pace.ts';

type WrittenFile =
  | { readonly ok: true; readonly bytes: number }
  /** `code`: the system's error code. */
  | { readonly ok: false; readonly code: string | undefined; readonly detail: string };

/** Loops because a write to a nearly full disk may store only a part without an error. */
async function writeAll(handle: FileHandle, bytes: Uint8Array): Promise<void> {
  for (let at = 0; at < bytes.length;) {
    const { bytesWritten } = await handle.write(bytes, at);
    at += bytesWritten;
  }
}

/**
 * Writes to `part`, then renames it to `file`. On failure, `file` is unchanged and `part` is removed. Rejects with
 * `CancelledError` on abort. A chunk's memory must stay unchanged while the next chunk is produced.
 */
export async function writeFileWhole(
  { file, part, mode }: { readonly file: string; readonly part: string; readonly mode: number },
  pieces: Iterable<Uint8Array>,
  { signal, onBytes }: { readonly signal: AbortSignal; readonly onBytes: (bytes: number) => void },
): Promise<WrittenFile> {
  let bytes = 0;
  try {
    const fileStats = await stat(file).catch(() => null);
    if (fileStats?.isDirectory()) return { ok: false, code: 'EISDIR', detail: `${file} is a folder` };
    const handle = await open(part, 'wx', mode);
    try {
      // Produces the next chunk while the current chunk is being written.
      let lastWrite = Promise.resolve();
      try {
        for (const piece of pieces) {
          await lastWrite;
          if (signal.aborted) throw new CancelledError();
          lastWrite = writeAll(handle, piece);
          lastWrite.catch(() => undefined);
          bytes += piece.length;
          onBytes(bytes);
        }
      } finally {
        await lastWrite;
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    if (signal.aborted) throw new CancelledError();
    await rename(part, file);
    return { ok: true, bytes };
  } catch (error) {
    await rm(part, { force: true }).catch(() => undefined);
    if (error instanceof CancelledError) throw error;
    const detail = error instanceof Error ? error.message : String(error);
    return { ok: false, code: (error as NodeJS.ErrnoException).code, detail };
  }
}
