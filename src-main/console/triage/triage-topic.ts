import { andThen, fail, mapOutcome, type Outcome } from '#shared/app-error.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { exportName, saveBytes } from '../exports/save-file.ts';
import { readTriageFile, writeTriageFile } from './triage-file.ts';

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
