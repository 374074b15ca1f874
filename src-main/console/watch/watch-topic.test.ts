import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { systemClock } from '../clock/clock.ts';
import { createEmitter } from '../events/emitter.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import { createChecks } from './watch-checks.ts';
import { createWatchTopic } from './watch-topic.ts';

const row = (status: string): MigrationRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  created: null,
  status,
  createdByUserId: null,
  companyId: null,
});

/** Creates a topic whose watches are written asynchronously, like the settings on disk. */
function watchOne({ echoes = false } = {}) {
  const notified: string[] = [];
  const writes: (() => void)[] = [];
  const watch: StoredWatch = {
    profileId: 'p',
    migrationId: row('').id,
    addedAt: systemClock.now().toISOString(),
    status: 'WORKING',
    changedAt: null,
  };
  let document = { watches: [watch] };
  const change = (edit: (before: typeof document) => typeof document) =>
    new Promise((resolve) =>
      writes.push(() => {
        document = edit(document);
        resolve(succeed(null));
      }),
    );
  const ignore = () => undefined;
  const recorded = createEmitter<{ readonly profileId: string; readonly rows: readonly MigrationRow[] }>();
  const noteRows = (profileId: string, rows: readonly MigrationRow[]) => recorded.emit({ profileId, rows });
  createWatchTopic({
    clock: systemClock,
    settings: { current: () => document, change },
    profiles: { activeId: () => 'p', onSwitch: ignore, list: { all: () => [] } },
    connection: { onSuccess: ignore },
    feed: { reportedSince: () => null, onChange: ignore },
    // Reports a checked row immediately, as happens with every response.
    timeline: { observer: { onRecorded: recorded.listen, record: echoes ? noteRows : ignore } },
    events: {
      emit: (name: string, data: { readonly from?: string; readonly to?: string }) => {
        if (name === 'watch:status-changed') notified.push(`${data.from} ${data.to}`);
      },
    },
  } as unknown as Parameters<typeof createWatchTopic>[0]);
  const write = async () => {
    for (const next of writes.splice(0)) next();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { noteRows, notified, write };
}

test('a change seen in several responses is reported once while it is being saved', { tags: '@W9' }, async () => {
  const { noteRows, notified, write } = watchOne();
  noteRows('p', [row('FAILED'), row('FAILED')]);
  noteRows('p', [row('FAILED')]);
  await write();
  noteRows('p', [row('FAILED')]);
  await write();
  expect(notified).toEqual(['WORKING FAILED']);
  // Reports only the next change, without repeating the earlier change.
  noteRows('p', [row('WORKING')]);
  await write();
  noteRows('p', [row('FAILED')]);
  await write();
  expect(notified).toEqual(['WORKING FAILED', 'FAILED WORKING', 'WORKING FAILED']);
});

test('a migration with two statuses in one response reports both in order and stops', { tags: '@W9' }, async () => {
  const { noteRows, notified, write } = watchOne({ echoes: true });
  noteRows('p', [row('FAILED'), row('COMPLETED')]);
  for (let round = 0; round < 5; round += 1) await write();
  expect(notified).toEqual(['WORKING FAILED', 'FAILED COMPLETED']);
});

test(
  'while the feed reports every change, a watched migration is checked once, and again only after a failure',
  { tags: ['@W9', '@X23'] },
  () => {
    const watches = ['a', 'b', 'c'].map((migrationId): StoredWatch => ({
      profileId: 'p',
      migrationId,
      addedAt: '',
      status: 'WORKING',
      changedAt: null,
    }));
    const checks = createChecks();
    const look = (index: number, at: number) =>
      checks.seeRow(watches[index] as StoredWatch, 'WORKING', {
        at,
        readAt: '2026-11-20T10:00:00.000Z',
        companyId: null,
      });
    const next = (since: number | null) => checks.next(watches, since)?.migrationId;
    look(0, 10);
    look(1, 30);
    expect(next(20)).toBe('c');
    look(2, 40);
    expect([next(20), next(5), next(50), next(null)]).toEqual(['a', undefined, 'a', 'a']);
    checks.fail(watches[1] as StoredWatch, 'offline', 50);
    expect(next(5)).toBe('b');
    checks.request(watches[2] as StoredWatch);
    expect(next(5)).toBe('c');
  },
);
