import { expect, test } from 'vitest';
import { maxEntries } from '#shared/activity-api/activity-steps.ts';
import { newCopy } from './copy-state.ts';
import { type ActivityEntry, recordActivity } from './record-activity.ts';
import { applyEvent, newRun, type Run } from './run.ts';

const started = (): Run => {
  const run = newRun({ userId: 'a@b.example', now: 1_000, sessionExpires: 3_601_000 });
  return recordActivity({ before: undefined, after: run, now: 1_000 }).run;
};
const change = (before: Run, after: Run, now = 2_000) => {
  const { run, entriesOf } = recordActivity({ before, after, now });
  return { run, entries: entriesOf() };
};
const copying = (): Run & { copy: NonNullable<Run['copy']> } => {
  const collections = [{ id: '/canary/', name: 'canary', kind: 'contacts' as const, count: 3 }];
  return { ...started(), status: 'WORKING', copy: newCopy('canary', collections) };
};

test('a migration has at most 500 activity entries, and the last entry is its end', { tags: '@X34' }, () => {
  let run = started();
  const stored = new Map<number, ActivityEntry>();
  for (let index = 0; index < 1_000; index++) {
    const next = change(run, { ...run, provider: `Provider ${index}` });
    for (const entry of next.entries) stored.set(entry.number, entry);
    run = next.run;
  }
  const end = change(run, applyEvent(run, 'login_given_up', 3_000) ?? run);
  for (const entry of end.entries) stored.set(entry.number, entry);
  expect(stored.size).toBeLessThanOrEqual(maxEntries);
  expect(stored.size).toBeGreaterThan(maxEntries - 5);
  expect([...stored.values()].at(-1)?.step).toBe('ended');
});

test('all waits of a copy are one activity entry, and all retries are another', { tags: '@X34' }, () => {
  let run: Run = copying();
  const stored = new Map<number, ActivityEntry>();
  const set = (attempts: number | undefined) => {
    if (run.copy === undefined) throw new Error('no copy');
    const trouble =
      attempts === undefined ? undefined : { kind: 'source_unavailable' as const, attempts, nextInMs: 500 };
    const next = change(run, { ...run, copy: { ...run.copy, trouble } });
    for (const entry of next.entries) stored.set(entry.number, entry);
    run = next.run;
  };
  for (let round = 0; round < 100; round++) for (const attempts of [1, 2, 3, undefined]) set(attempts);
  expect([...stored.values()].map(({ step, detail }) => [step, detail['for'], detail['times']])).toEqual([
    ['waiting', 'source_unavailable', undefined],
    ['retried', 'source_unavailable', 299],
  ]);
});

test('collections appear in the activity with numbers and counts, never names', { tags: '@X34' }, () => {
  const before = copying();
  const [collection] = before.copy.collections;
  if (collection === undefined) throw new Error('no collection');
  const at = (stage: 'copying' | 'done', done: number): Run => ({
    ...before,
    copy: { ...before.copy, collections: [{ ...collection, stage, done, altered: 1 }] },
  });
  const first = change(before, at('copying', 1));
  const second = change(first.run, { ...at('done', 3), ...(first.run.activity && { activity: first.run.activity }) });
  expect([...first.entries, ...second.entries].map(({ step, detail }) => ({ step, ...detail }))).toEqual([
    { step: 'copy_started', collection: 1, kind: 'contacts' },
    { step: 'collection_finished', collection: 1, kind: 'contacts', copied: 2, altered: 1, skipped: 0, failed: 0 },
  ]);
});

test('the collections of a retry appear in the activity only after the sign-in', { tags: '@X34' }, () => {
  const run: Run = { ...copying(), status: 'NOT_READY' };
  const created = recordActivity({ before: undefined, after: run, now: 1_000 });
  expect(created.entriesOf().map(({ step }) => step)).toEqual(['session_created']);
  const signedIn = change(created.run, { ...created.run, status: 'NOT_STARTED', companyName: 'Harbour' });
  expect(signedIn.entries).toMatchObject([{ step: 'collection_counted', detail: { items: 3 } }]);
  const working = change(signedIn.run, { ...signedIn.run, status: 'WORKING' });
  expect(working.entries.map(({ step }) => step)).not.toContain('collection_counted');
});
