import fc from 'fast-check';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { statusEventSchema, type StatusEvent } from '#shared/webhooks-api/events.ts';
import { newRun, type Run, takeDueStep } from '../migration-engine/run.ts';
import { createRandom } from './base/random.ts';
import { fillStore } from '../seed/seed-rows.ts';
import { isPostgres, makeTestData, type TestData } from '../testing/test-data.ts';
import type { StoredEvent } from './event-store.ts';
import type { NewModal } from './modal-store.ts';
import { makeApiKey } from './secrets.ts';
import type { Store } from './store.ts';

let data: TestData;
let store: Store;
let opened: Store[];
const openAnother = async (): Promise<Store> => {
  const another = await data.open();
  opened.push(another);
  return another;
};
beforeEach(async () => {
  data = await makeTestData();
  opened = [];
  store = await openAnother();
});
afterEach(async () => {
  for (const each of opened) await each.close();
  await data.remove();
});

const at = 1_700_000_000_000;
const day = 86_400_000;
const fill = (migrations: number) => fillStore(store.seed, { seed: 1, at, migrations, companies: 0 });

const modal = (organization: number, name: string, now: number): NewModal => {
  const id = crypto.randomUUID();
  return {
    organization,
    migrationId: id,
    addressHash: Buffer.from(`address ${name}`),
    accessTokenHash: Buffer.from(`token ${name}`),
    rootId: id,
    retries: 0,
    userId: 'user@a.example',
    sourceProviders: null,
    origin: null,
    metadata: null,
    beginRun: (scenario) => newRun({ userId: 'user@a.example', now, sessionExpires: now + 1_000, scenario }),
  };
};

const readAll = async (organization = 1, after = 0): Promise<readonly StoredEvent[]> =>
  (await store.events.readAfter(organization, after, 1_000)).events;
const read = ({ body }: StoredEvent): StatusEvent => statusEventSchema.parse(JSON.parse(body));
const notifications = (events: readonly StoredEvent[]) =>
  events.map(read).map(({ previous_status: from, data: { status }, sequence }) => [from, status, sequence]);

test('store: a status change adds one event with the migration as the API returns it', { tags: '@X23' }, async () => {
  await fill(3);
  expect(await store.events.readAfter(1, 0, 10)).toMatchObject({ first: 1, head: 0, events: [] });
  const started = (await store.modals.open(modal(1, 'one', at), at)).modal;
  const [first] = await readAll();
  expect(first?.id).toMatch(/^evt_\w+$/);
  expect(first?.body).toContain(`"data":${await store.migrations.json(1, started.migrationId)},`);
  const { migration, version, run } = started;
  const loggedIn: Run = { ...run, status: 'NOT_STARTED', companyName: 'a', since: at };
  const company = { provider: 'Ledgerline', idAtProvider: 'a', name: 'a' };
  await store.runs.save({ migration, version, run: loggedIn, company }, at + 5);
  // An unchanged status creates no event.
  await store.runs.save({ migration, version: version + 1, run: { ...loggedIn, companyName: 'b' } }, at + 6);
  // A concurrent change was saved first, so this change is rejected.
  expect(await store.runs.save({ migration, version, run: { ...loggedIn, status: 'WORKING' } }, at + 7)).toBe(false);
  await store.runs.moveDue(at + day, 10, takeDueStep);
  const events = await readAll();
  expect(notifications(events)).toEqual([
    [null, 'NOT_READY', 1],
    ['NOT_READY', 'NOT_STARTED', 2],
    ['NOT_STARTED', 'FAILED', 3],
  ]);
  expect(events.map(({ position }) => position)).toEqual([1, 2, 3]);
  expect(events.map((event) => read(event).timestamp)).toEqual(
    [at, at + 5, at + day].map((moment) => new Date(moment).toISOString()),
  );
  expect(events.at(-1)?.body).toContain(`"data":${await store.migrations.json(1, started.migrationId)},`);
  expect(read(events[1] as StoredEvent).data.company_id).toEqual(expect.any(String));
});

test('store: a seeded migration has no event until it is moved', { tags: '@X23' }, async () => {
  await fill(400);
  const { rows } = await store.migrations.page(1, { page: 1, pageSize: 400 });
  const moving = (JSON.parse(`[${rows}]`) as { id: string; status: string }[]).find(
    ({ status }) => status === 'WORKING',
  );
  const step = { from: 'WORKING', to: 'FAILED' } as const;
  expect(await store.runs.setStatus(1, moving?.id ?? '', step, at)).toBe(true);
  expect(await store.runs.setStatus(1, moving?.id ?? '', step, at)).toBe(false);
  expect(notifications(await readAll())).toEqual([['WORKING', 'FAILED', 1]]);
});

test('store: organizations have separate events, and failed changes have no events', { tags: '@X23' }, async () => {
  await fill(0);
  await makeApiKey(store.keys, { description: 'other', organization: 'Other' }, at);
  await store.modals.open(modal(1, 'one', at), at);
  await store.modals.open(modal(2, 'two', at), at);
  const failing = { ...modal(2, 'three', at), addressHash: null as unknown as Uint8Array };
  await expect(store.modals.open(failing, at)).rejects.toThrow(/null/i);
  await store.modals.open(modal(2, 'four', at), at);
  expect(notifications(await readAll(1))).toEqual([[null, 'NOT_READY', 1]]);
  expect((await readAll(2)).map(({ position }) => position)).toEqual([1, 2]);
  expect([...(await store.events.heads([1, 2]))]).toEqual(
    expect.arrayContaining([
      [1, 1],
      [2, 2],
    ]),
  );
  expect([...(await store.events.heads([2]))]).toEqual([[2, 2]]);
});

test('store: seeding deletes events and invalidates old positions', { tags: '@X23' }, async () => {
  await fill(0);
  await store.modals.open(modal(1, 'one', at), at);
  const before = await store.events.readAfter(1, 0, 10);
  await fill(2);
  const after = await store.events.readAfter(1, 0, 10);
  expect(after).toMatchObject({ epoch: before.epoch, events: [] });
  expect(before.head).toBeLessThan(after.first - 1);
  await store.modals.open(modal(1, 'two', at), at);
  expect((await readAll()).map(({ position }) => position)).toEqual([after.first]);
  expect((await store.inspect()).faults).toEqual([]);
});

// PostgreSQL seeds in one transaction, so its readers see the old events until the end.
test.skipIf(isPostgres)(
  'store: during a seeding readers get no old events, and their position is outdated afterwards',
  { tags: '@X23' },
  async () => {
    await fill(0);
    await store.modals.open(modal(1, 'one', at), at);
    const reads: ReturnType<Store['events']['readAfter']>[] = [];
    const onProgress = (): void => void reads.push(store.events.readAfter(1, 0, 10));
    await fillStore(store.seed, { seed: 1, at, migrations: 2, companies: 0 }, { onProgress });
    const { first } = await store.events.readAfter(1, 0, 10);
    const [during] = await Promise.all(reads);
    expect(during?.events).toEqual([]);
    expect(during?.head).toBeLessThan(first - 1);
  },
);

test(
  "store: expired events are deleted in batches, oldest first, by their organization's clock",
  { tags: '@X23' },
  async () => {
    await fill(0);
    await makeApiKey(store.keys, { description: 'other', organization: 'Other' }, at);
    for (let index = 0; index < 5; index++) {
      await store.modals.open(modal(1, `one ${index}`, at + index * day), at + index * day);
      await store.modals.open(modal(2, `two ${index}`, at + index * day), at + index * day);
    }
    await store.clock.advance(2, 2 * day);
    const forget = (now: number, limit = 100) => store.events.forget(now, 10 * day, limit);
    expect(await forget(at + 9 * day)).toBe(2);
    expect(await forget(at + 12 * day, 2)).toBe(4);
    expect(await forget(at + 12 * day, 2)).toBe(2);
    expect(await forget(at + 12 * day, 2)).toBe(0);
    expect((await readAll(1)).map(({ position }) => position)).toEqual([4, 5]);
    expect(await store.events.readAfter(2, 0, 10)).toMatchObject({ first: 6, head: 5, events: [] });
    // Events created while the clock was ahead expire no later than other events.
    await store.modals.open(modal(2, 'ahead', at + 400 * day), at + 400 * day);
    await store.clock.resetOffset(2, at + 12 * day);
    expect(await forget(at + 22 * day)).toBe(3);
    await expect(store.inspect()).resolves.toMatchObject({ faults: [] });
  },
);

/** Opens modals and moves them at random until each has ended. Returns the statuses of each modal in order. */
const act = async (on: Store, name: string, seed: number, statuses: Map<string, string[]>): Promise<void> => {
  const random = createRandom(seed);
  for (let round = 0; round < 12; round++) {
    const organization = 1 + random.below(2);
    const { migrationId } = (await on.modals.open(modal(organization, `${name} ${round}`, at), at)).modal;
    statuses.set(migrationId, ['NOT_READY']);
    const path = [
      ['NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT', 'WORKING', 'COMPLETE'],
      ['NOT_STARTED', 'FAILED'],
      [],
    ];
    for (const status of path[random.below(3)] ?? []) {
      const stored = (await on.runs.find(organization, migrationId))?.stored;
      // The engine may have abandoned the login.
      if (stored === undefined || stored.run.status === 'LOGIN_ABANDONED') break;
      const company = { provider: 'Ledgerline', idAtProvider: `${random.below(3)}`, name: 'a' };
      const run = { ...stored.run, status, since: at } as Run;
      const { migration, version } = stored;
      if (await on.runs.save({ migration, version, run, ...(random.below(2) === 0 && { company }) }, at)) {
        statuses.get(migrationId)?.push(status);
      }
    }
  }
};

test('store: a reader sees concurrent changes once, in order and without gaps', { tags: '@X23' }, async () => {
  await fill(0);
  await makeApiKey(store.keys, { description: 'other', organization: 'Other' }, at);
  // Only one process can use a data folder.
  const stores = isPostgres ? [store, await openAnother(), await openAnother()] : [store, store, store];
  const statuses = new Map<string, string[]>();
  const found = new Map<number, StoredEvent[]>([
    [1, []],
    [2, []],
  ]);
  const follow = async (organization: number): Promise<number> => {
    const own = found.get(organization) ?? [];
    const { events } = await store.events.readAfter(organization, own.at(-1)?.position ?? 0, 7);
    own.push(...events);
    return events.length;
  };
  const done = new AbortController();
  const following = [1, 2].map(async (organization) => {
    while (!done.signal.aborted || (await follow(organization)) > 0) await follow(organization);
  });
  const engines = stores.map(async (on) => {
    while (!done.signal.aborted) await on.runs.moveDue(at + 1_500, 5, takeDueStep);
  });
  await Promise.all(
    stores.flatMap((on, index) =>
      [0, 1].map((more) =>
        act(on, `${index} ${more}`, (fc.readConfigureGlobal().seed ?? 1) + index * 2 + more, statuses),
      ),
    ),
  );
  done.abort();
  await Promise.all([...following, ...engines]);
  while ((await store.runs.moveDue(at + 1_500, 50, takeDueStep)) > 0);
  for (const organization of [1, 2]) while ((await follow(organization)) > 0);

  const events = [...found.values()].flat();
  expect(new Set(events.map(({ id }) => id)).size).toBe(events.length);
  for (const own of found.values())
    expect(own.map(({ position }) => position)).toEqual(own.map((_, index) => index + 1));
  const byMigration = Map.groupBy(events.map(read), ({ data: { id } }) => id);
  expect(byMigration.size).toBe(72);
  for (const [id, changes] of byMigration) {
    expect(changes.map(({ sequence }) => sequence)).toEqual(changes.map((_, index) => index + 1));
    const reached = changes.map(({ data: { status } }) => status);
    expect(changes.map(({ previous_status: previous }) => previous)).toEqual([null, ...reached.slice(0, -1)]);
    // Every confirmed step is stored, and the engine took all other steps.
    const acknowledged = statuses.get(id) ?? [];
    expect(reached.slice(0, acknowledged.length)).toEqual(acknowledged);
    expect(
      reached.slice(acknowledged.length).every((status) => status === 'LOGIN_ABANDONED' || status === 'FAILED'),
    ).toBe(true);
    expect(((await store.runs.find(1, id)) ?? (await store.runs.find(2, id)))?.migration.status).toBe(reached.at(-1));
  }
});
