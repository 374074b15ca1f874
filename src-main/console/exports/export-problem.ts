import path from 'node:path';
import type { WriteProblem } from '#shared/data-messages/export-messages.ts';

/** One sentence about a file that could not be written. */
export function sentenceFor(problem: WriteProblem, file: string, detail: string): string {
  const folder = path.dirname(file);
  const sentences: Record<WriteProblem, string> = {
    disk_full: `The disk of ${folder} is full.`,
    not_writable: `Nothing may be written into ${folder}.`,
    folder_missing: `The folder ${folder} is not there.`,
    is_folder: `${file} is a folder.`,
    failed: `The system said: ${detail}.`,
  };
  return sentences[problem];
}
