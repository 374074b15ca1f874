import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openDatabase } from '../storage/open-database.ts';
import { createTriage, triageLayout } from './triage.ts';

const profileId = 'p';
const open = () => {
  const database = openDatabase(':memory:', triageLayout, () => undefined);
  const triage = createTriage(database);
  return { triage, calls: triage.calls, again: () => createTriage(database) };
};
const minute = 60_000;

test('a mark applies to one status only, and its removal is reported once', { tags: '@C51' }, () => {
  const { calls, triage } = open();
  const failed = [
    { id: 'a', status: 'FAILED' },
    { id: 'b', status: 'FAILED' },
  ];
  expect(calls.markHandled({ profileId, migrations: failed, at: minute })).toEqual(['a', 'b']);
  expect(calls.markHandled({ profileId, migrations: failed.slice(1), at: 2 * minute })).toEqual([]);
  expect(triage.handled(profileId).get('b')).toBe('FAILED');
  // In another status, the migration needs attention again.
  expect(calls.markHandled({ profileId, migrations: [{ id: 'b', status: 'WORKING' }], at: 3 * minute })).toEqual(['b']);
  expect(calls.reopen({ profileId, ids: ['a', 'never'], at: 4 * minute })).toEqual(['a']);
  expect(calls.triageOf({ profileId, ids: ['a', 'b'] }).map(({ id }) => id)).toEqual(['b']);
});

test(
  'a note is stored next to the mark, can be replaced and removed, and belongs to one profile',
  { tags: '@C51' },
  () => {
    const { calls, triage, again } = open();
    calls.writeNote({ profileId, id: 'a', note: 'Asked Tallyroom.\n\u202eנ 🙂', at: minute });
    calls.markHandled({ profileId, migrations: [{ id: 'a', status: 'FAILED' }], at: minute });
    const stored = [
      {
        id: 'a',
        note: 'Asked Tallyroom.\n\u202eנ 🙂',
        notedAt: new Date(minute).toISOString(),
        handled: { status: 'FAILED', at: new Date(minute).toISOString() },
      },
    ];
    expect(again().calls.allTriage({ profileId })).toEqual(stored);
    expect(calls.triageOf({ profileId: 'q', ids: ['a'] })).toEqual([]);
    expect(calls.writeNote({ profileId, id: 'a', note: null, at: 2 * minute })).toMatchObject({ note: null });
    calls.reopen({ profileId, ids: ['a'], at: 4 * minute });
    expect(calls.allTriage({ profileId })).toEqual([]);
    expect([triage.remove('q'), triage.remove(profileId)]).toEqual([0, 1]);
  },
);

const entry = fc
  .record({
    id: fc.constantFrom('a', 'b', 'c'),
    note: fc.option(fc.string({ maxLength: 20 })),
    notedAt: fc.integer({ min: 0, max: 9 }),
    status: fc.constantFrom('FAILED', 'WORKING'),
    handledAt: fc.option(fc.integer({ min: 0, max: 9 })),
  })
  .map(({ id, note, notedAt, status, handledAt }) => ({
    id,
    note,
    notedAt: new Date(notedAt).toISOString(),
    handled: handledAt === null ? null : { status, at: new Date(handledAt).toISOString() },
  }));

test(
  'marks and notes are unchanged after an export and import, and a second import changes nothing',
  { tags: '@C51' },
  () => {
    fc.assert(
      fc.property(fc.array(entry, { maxLength: 12 }), (entries) => {
        const [one, other] = [open(), open()];
        one.calls.mergeTriage({ profileId, entries });
        const exported = one.calls.allTriage({ profileId });
        other.calls.mergeTriage({ profileId, entries: exported });
        expect(other.calls.allTriage({ profileId })).toEqual(exported);
        expect(other.calls.mergeTriage({ profileId, entries: exported }).changed).toEqual([]);
        expect(other.triage.handled(profileId)).toEqual(one.triage.handled(profileId));
      }),
    );
  },
);

test('the newer of two notes stays, whichever note is imported', { tags: '@C51' }, () => {
  const { calls } = open();
  calls.writeNote({ profileId, id: 'a', note: 'new', at: 5 });
  const old = { id: 'a', note: 'old', notedAt: new Date(4).toISOString(), handled: null };
  expect(calls.mergeTriage({ profileId, entries: [old] })).toEqual({ changed: [], replacedNotes: 0, keptNotes: 1 });
  expect(calls.mergeTriage({ profileId, entries: [{ ...old, notedAt: new Date(6).toISOString() }] })).toEqual({
    changed: ['a'],
    replacedNotes: 1,
    keptNotes: 0,
  });
  expect(calls.triageOf({ profileId, ids: ['a'] })[0]?.note).toBe('old');
});

test('a removed mark returns only with an import that is newer than the removal', { tags: '@C51' }, () => {
  const { calls } = open();
  const marked = (at: number) => ({
    id: 'a',
    note: null,
    notedAt: null,
    handled: { status: 'FAILED', at: new Date(at).toISOString() },
  });
  calls.markHandled({ profileId, migrations: [{ id: 'a', status: 'FAILED' }], at: 5 });
  const exported = calls.allTriage({ profileId });
  calls.reopen({ profileId, ids: ['a'], at: 6 });
  expect(calls.mergeTriage({ profileId, entries: exported }).changed).toEqual([]);
  expect(calls.triageOf({ profileId, ids: ['a'] })).toEqual([]);
  expect(calls.mergeTriage({ profileId, entries: [marked(7)] }).changed).toEqual(['a']);
  expect(calls.mergeTriage({ profileId, entries: [marked(6)] }).changed).toEqual([]);
});
