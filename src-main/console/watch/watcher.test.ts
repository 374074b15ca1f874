import { expect, test } from 'vitest';
import { succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { systemClock } from '../clock/clock.ts';
import type { StoredWatch } from '../settings/settings-document.ts';
import type { WatchList } from './watch-list.ts';
import { createWatcher, type Watcher } from './watcher.ts';
import { createChecks } from './watch-checks.ts';

const row = (status: string): MigrationRow => ({
  id: '00000000-0000-4000-8000-000000000001',
  created: null,
  status,
  createdByUserId: null,
  companyId: null,
});

/** Creates a watcher whose list is written asynchronously, like a list on disk. */
function watchOne({ echoes = false } = {}) {
  const notified: string[] = [];
  const writes: (() => void)[] = [];
  let stored: StoredWatch = {
    profileId: 'p',
    migrationId: row('').id,
    addedAt: systemClock.now().toISOString(),
    status: 'WORKING',
    changedAt: null,
  };
  const list: WatchList = {
    of: () => [stored],
    add: async () => succeed(null),
    remove: async () => succeed(null),
    update: (_profile, _id, change) =>
      new Promise((resolve) =>
        writes.push(() => {
          stored = { ...stored, ...change };
          resolve(succeed(null));
        }),
      ),
  };
  let reportRows: Watcher['noteRows'] = () => undefined;
  const watcher = createWatcher({
    api: {} as ApiClient,
    clock: systemClock,
    list,
    activeId: () => 'p',
    seconds: () => 30,
    random: () => 0,
    reportedSince: () => null,
    // Reports a checked row to `noteRows` immediately, as happens with every response.
    ...(echoes
      ? { observer: { record: (profileId: string, rows: readonly MigrationRow[]) => reportRows(profileId, rows) } }
      : {}),
    onState: () => undefined,
    onChange: ({ from, to }) => notified.push(`${from} ${to}`),
  });
  reportRows = watcher.noteRows;
  const write = async () => {
    for (const next of writes.splice(0)) next();
    await new Promise((resolve) => setImmediate(resolve));
  };
  return { watcher, notified, write };
}

test('a change seen in several responses is reported once while it is being saved', { tags: '@W9' }, async () => {
  const { watcher, notified, write } = watchOne();
  watcher.noteRows('p', [row('FAILED'), row('FAILED')]);
  watcher.noteRows('p', [row('FAILED')]);
  await write();
  watcher.noteRows('p', [row('FAILED')]);
  await write();
  expect(notified).toEqual(['WORKING FAILED']);
  // Reports only the next change, without repeating the earlier change.
  watcher.noteRows('p', [row('WORKING')]);
  await write();
  watcher.noteRows('p', [row('FAILED')]);
  await write();
  expect(notified).toEqual(['WORKING FAILED', 'FAILED WORKING', 'WORKING FAILED']);
});

test('a migration with two statuses in one response reports both in order and stops', { tags: '@W9' }, async () => {
  const { watcher, notified, write } = watchOne({ echoes: true });
  watcher.noteRows('p', [row('FAILED'), row('COMPLETED')]);
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
