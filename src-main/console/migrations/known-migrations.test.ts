import { expect, test } from 'vitest';
import { type Outcome, succeed } from '#shared/app-error.ts';
import type { ListedMigration, MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { systemClock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import { createConsoleEvents } from '../events/console-events.ts';
import { createEmitter } from '../events/emitter.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { TimelineTopic } from '../timeline/timeline-topic.ts';
import { createKnownMigrations } from './known-migrations.ts';

const row: MigrationRow = { id: 'm', status: 'WORKING', created: null, createdByUserId: null, companyId: 'c' };
const unnamed: ListedMigration = {
  ...row,
  companyName: null,
  provider: null,
  since: null,
  seenSince: null,
  changed: null,
};
const named: ListedMigration = { ...unnamed, companyName: 'Acme' };

/** Creates known migrations with a data process that replies only when `reply` is called. */
function open(isReady = true) {
  type Reply = Outcome<{ profileId: string; rows: ListedMigration[] }>;
  const pending: ((reply: Reply) => void)[] = [];
  const call = () => new Promise<Reply>((resolve) => pending.push(resolve));
  const data = { call, isReady: () => isReady, afterStart: () => Promise.resolve() } as unknown as DataProcess;
  const observed = createEmitter<{ readonly profileId: string; readonly rows: readonly MigrationRow[] }>();
  const changed: ListedMigration[] = [];
  const events = createConsoleEvents();
  const known = createKnownMigrations({
    data,
    clock: systemClock,
    timeline: { observer: { onRecorded: observed.listen } } as unknown as TimelineTopic,
    profiles: { activeId: () => 'p' } as unknown as Profiles,
    events,
  });
  events.listen((event) => {
    if (event.name === 'migrations:changed') changed.push(...event.data.rows);
  });
  return {
    ...known,
    changed,
    observe: (status: string, profileId = 'p') => observed.emit({ profileId, rows: [{ ...row, status }] }),
    reply: async (...rows: ListedMigration[]) => {
      await expect.poll(() => pending.length).toBeGreaterThan(0);
      pending.shift()?.(succeed({ profileId: 'p', rows }));
    },
    learnNames: () => events.emit('companies:directory-changed', { known: 1 }),
    pending: () => pending.length,
  };
}

test('rows do not wait for a stopped data process, and pages get the names later', { tags: '@C31' }, async () => {
  const { complete, reply, changed } = open(false);
  expect(await complete('p', [row])).toEqual([unnamed]);
  await reply(named);
  await expect.poll(() => changed).toEqual([named]);
});

test('rows get their company names from a running data process', { tags: '@C31' }, async () => {
  const { complete, reply, changed } = open();
  const completed = complete('p', [row]);
  await reply(named);
  expect(await completed).toEqual([named]);
  expect(changed).toEqual([]);
});

test('rows wait at most 100 ms for a busy data process, and pages get the names later', { tags: '@C31' }, async () => {
  const { complete, reply, changed } = open();
  expect(await complete('p', [row])).toEqual([unnamed]);
  await reply(named);
  await expect.poll(() => changed).toEqual([named]);
});

test(
  'pages get each row of the active profile whose status has changed since the last read',
  { tags: '@W9' },
  async () => {
    const { observe, reply, changed, pending } = open();
    observe('WORKING');
    observe('WORKING', 'other');
    observe('FAILED', 'other');
    await Promise.resolve();
    expect(pending()).toBe(0);
    observe('FAILED');
    await reply({ ...named, status: 'FAILED' });
    await expect.poll(() => changed).toEqual([{ ...named, status: 'FAILED' }]);
  },
);

test('pages get the name of a company that was unknown when its row was read', { tags: '@C31' }, async () => {
  const { complete, reply, changed, learnNames, pending } = open();
  const completed = complete('p', [row]);
  await reply(unnamed);
  await completed;
  learnNames();
  await reply(named);
  await expect.poll(() => changed).toEqual([named]);
  learnNames();
  await new Promise((resolve) => setImmediate(resolve));
  expect(pending()).toBe(0);
});
