import { z } from 'zod';
import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import { type TriageEntry, triageEntrySchema } from '#shared/console-contract/triage-calls.ts';
import { readJson } from '#shared/tolerant-reading/read-json.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { exportName, saveBytes } from '../exports/save-file.ts';

const kind = 'ferry-console-notes';
const fileSchema = z.object({
  kind: z.literal(kind),
  version: z.literal(1),
  entries: z.array(z.unknown()).max(200_000),
});

/** Serializes notes and marks without keys, URLs or profile names. */
const writeTriageFile = (entries: readonly TriageEntry[]): string =>
  `${JSON.stringify({ kind, version: 1, entries }, null, 2)}\n`;

function readTriageFile(text: string, now: Date) {
  const refuse = (detail: string) => fail('invalid_arguments', now, { detail });
  const parsed = readJson(text.replace(/^\uFEFF/, ''));
  if (!parsed.ok) return refuse('This file isn\'t JSON. Choose a file created by "Export notes".');
  const file = fileSchema.safeParse(parsed.json);
  if (!file.success) return refuse('Not a notes file. Choose a file created by "Export notes".');
  const result = file.data.entries.map((entry) => triageEntrySchema.safeParse(entry));
  const entries = result.flatMap((entry) => (entry.success ? [entry.data] : []));
  return succeed({ entries, unreadable: result.length - entries.length });
}

export function createTriageTopic({ ports, profiles, data, events }: BaseTopics) {
  const { clock, redactor, saveFile } = ports;
  const now = () => clock.now().getTime();
  const reportChange = (profileId: string, ids: readonly string[]) => {
    if (ids.length > 0) events.emit('triage:changed', { profileId, ids: [...ids] });
  };
  const afterChange = (profileId: string, changed: Outcome<readonly string[]>) =>
    mapOutcome(changed, (ids) => {
      reportChange(profileId, ids);
      return { ids };
    });
  // Redacts API keys that the user pasted into a note, because notes are exported.
  const clean = (note: string | null) => {
    const text = note === null ? '' : redactor.text(note).trim();
    return text === '' ? null : text;
  };
  return {
    handlers: {
      list: ({ ids }) => data.call('triageOf', { profileId: profiles.activeId(), ids }),
      note: async ({ id, note }) => {
        const profileId = profiles.activeId();
        const writeResult = await data.call('writeNote', { profileId, id, note: clean(note), at: now() });
        if (writeResult.ok) reportChange(profileId, [id]);
        return writeResult;
      },
      handle: async ({ migrations }) => {
        const profileId = profiles.activeId();
        return afterChange(profileId, await data.call('markHandled', { profileId, migrations, at: now() }));
      },
      reopen: async ({ ids }) => {
        const profileId = profiles.activeId();
        return afterChange(profileId, await data.call('reopen', { profileId, ids, at: now() }));
      },
      count: () =>
        mapOutcome(data.call('countStored', { profileId: profiles.activeId() }), ({ triage }) => ({ entries: triage })),
      export: async () => {
        const { id: profileId, name } = profiles.active.profile();
        const entriesResult = await data.call('allTriage', { profileId });
        if (!entriesResult.ok) return entriesResult;
        if (entriesResult.value.length === 0) return fail('nothing_to_export', clock.now());
        const fileName = exportName('notes', redactor.text(name), 'json', clock.now());
        // Redacts again, because a key may have become known after the note was written.
        const text = writeTriageFile(entriesResult.value.map((entry) => ({ ...entry, note: clean(entry.note) })));
        return saveBytes(saveFile, { fileName, format: 'json' }, Buffer.from(text), clock.now());
      },
      import: ({ text }) =>
        andThen(readTriageFile(text, clock.now()), ({ entries: given, unreadable }) => {
          const profileId = profiles.activeId();
          const entries = given.map((entry) => ({ ...entry, note: clean(entry.note) }));
          return mapOutcome(data.call('mergeTriage', { profileId, entries }), ({ changed: ids, ...notes }) => {
            reportChange(profileId, ids);
            return { changed: ids.length, unchanged: entries.length - ids.length, unreadable, ...notes };
          });
        }),
    } satisfies ConsoleHandlers['triage'],
  };
}
