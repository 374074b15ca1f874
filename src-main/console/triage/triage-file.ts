import { z } from 'zod';
import { fail, succeed } from '#shared/app-error.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import { type TriageEntry, triageEntrySchema } from '#shared/console-contract/triage-calls.ts';

const kind = 'ferry-console-notes';
const fileSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  entries: z.array(z.unknown()).max(200_000),
});

/** Serializes notes and marks without keys, URLs or profile names. */
export const writeTriageFile = (entries: readonly TriageEntry[]): string =>
  `${JSON.stringify({ kind, version: 1, entries }, null, 2)}\n`;

export function readTriageFile(text: string, now: Date) {
  const refuse = (detail: string) => fail('invalid_arguments', now, { detail });
  const parsed = readJson(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) return refuse('This file isn\'t JSON. Choose a file created by "Export notes".');
  const file = fileSchema.safeParse(parsed.json);
  if (!file.success) return refuse('Not a notes file. Choose a file created by "Export notes".');
  const result = file.data.entries.map((entry) => triageEntrySchema.safeParse(entry));
  const entries = result.flatMap((entry) => (entry.success ? [entry.data] : []));
  return succeed({ entries, unreadable: result.length - entries.length });
}
