import { afterEach, beforeEach, expect, test } from 'vitest';
import { advance, newRun } from '../migration-engine/run.ts';
import { fillStore } from '../seed/seed-rows.ts';
import { runDuringUpdate } from '../testing/run-during-update.ts';
import { isPostgres, makeTestData, type TestData } from '../testing/test-data.ts';
import type { NewModal } from './modal-store.ts';
import { makeApiKey } from './secrets.ts';
import type { Store } from './store.ts';

let data: TestData;
let store: Store;
beforeEach(async () => {
  data = await makeTestData();
  store = await data.open();
});
afterEach(async () => {
  await store.close();
  await data.remove();
});

const seedAt = 1_700_000_000_000;
const fill = (migrations: number) => fillStore(store.seed, { seed: 1, at: seedAt, migrations, companies: 0 });

const modal = (index: number, now = 0): NewModal => {
  const id = `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
  return {
    organization: 1,
    migrationId: id,
    addressHash: Buffer.from(`address ${index}`),
    accessTokenHash: Buffer.from(`token ${index}`),
    rootId: id,
    retries: 0,
    userId: 'user@a.example',
    sourceProviders: null,
    origin: null,
    metadata: null,
    beginRun: (scenario) => newRun({ userId: 'user@a.example', now, sessionExpires: now + 1_000, scenario }),
  };
};

const rowsOf = async (page: number): Promise<{ id: string; created: string; status: string }[]> => {
  const { rows } = await store.migrations.page(1, { page, pageSize: 10 });
  return JSON.parse(`[${rows}]`) as { id: string; created: string; status: string }[];
};

test('store: an interrupted seeding starts over', { tags: '@X3' }, async () => {
  const plan = { seed: 1, at: seedAt, migrations: 45_000, companies: 3 };
  const stop = new AbortController();
  const options = { signal: stop.signal, onProgress: (done: number) => done > 20_000 && stop.abort() };
  expect(await fillStore(store.seed, plan, options)).toBe('stopped');
  // PostgreSQL rolls its only transaction back. SQLite uses many, so the next seeding deletes their rows.
  expect((await store.migrations.page(1, { page: 1, pageSize: 1 })).total > 0).toBe(!isPostgres);
  expect(await store.seed.finishedPlan()).toBeUndefined();
  expect(await fillStore(store.seed, plan)).toBe('filled');
  expect((await store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(45_000);
  expect(await store.seed.finishedPlan()).toEqual(plan);
});

test('store: only one of several concurrent first seedings runs', { tags: '@X3' }, async () => {
  const plan = { seed: 1, at: seedAt, migrations: 30, companies: 3 };
  const once = () => fillStore(store.seed, (last) => (last === undefined ? plan : undefined));
  expect((await Promise.all([once(), once(), once()])).toSorted()).toEqual(['filled', 'kept', 'kept']);
  expect([
    (await store.migrations.page(1, { page: 1, pageSize: 1 })).total,
    (await store.companies.page(1, { page: 1, pageSize: 1 })).total,
  ]).toEqual([30, 3]);
});

test('store: `created` strictly increases, and rows stay at their positions', { tags: '@X1' }, async () => {
  await fill(30);
  const before = [...(await rowsOf(1)), ...(await rowsOf(2)), ...(await rowsOf(3))];
  // All in the same millisecond, which is earlier than the newest row.
  for (let index = 0; index < 10; index++) await store.modals.open(modal(index), 1_600_000_000_000);
  const after = [...(await rowsOf(1)), ...(await rowsOf(2)), ...(await rowsOf(3)), ...(await rowsOf(4))];
  expect(after.slice(10)).toEqual(before);
  after.slice(1).forEach((row, index) => expect(row.created < (after[index]?.created ?? '')).toBe(true));
});

test('store: concurrent modals get positions in the order of `created`, without gaps', { tags: '@X1' }, async () => {
  await fill(0);
  // One per pool connection. A caller waits at most 3 s, which would be too short for 40 callers on a busy machine.
  const openFour = async (first: number): Promise<void> => {
    for (const index of [0, 1, 2, 3]) await store.modals.open(modal(first + index), seedAt);
  };
  await Promise.all(Array.from({ length: 10 }, (_, group) => openFour(group * 4)));
  const rows = [...(await rowsOf(1)), ...(await rowsOf(2)), ...(await rowsOf(3)), ...(await rowsOf(4))];
  expect((await store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(40);
  expect(new Set(rows.map(({ id }) => id)).size).toBe(40);
  rows.slice(1).forEach((row, index) => expect(row.created < (rows[index]?.created ?? '')).toBe(true));
});

test('store: concurrent calls with one access token open one modal', { tags: '@X1' }, async () => {
  await fill(0);
  const same = modal(1);
  const opened = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      store.modals.open({ ...modal(index), accessTokenHash: same.accessTokenHash }, seedAt),
    ),
  );
  expect(opened.filter(({ isNew }) => isNew)).toHaveLength(1);
  expect(new Set(opened.map((each) => each.modal.migrationId)).size).toBe(1);
  expect((await store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(1);
});

test('store: a scenario for one migration is used once, even concurrently', { tags: '@X21' }, async () => {
  await fill(0);
  await store.scenarios.set(1, { next: 'partial', times: 2 });
  const opened = await Promise.all(Array.from({ length: 8 }, (_, index) => store.modals.open(modal(index), seedAt)));
  expect(opened.filter((each) => each.modal.run.scenario === 'partial')).toHaveLength(2);
  expect(await store.scenarios.read(1)).toBeUndefined();
});

test(
  'store: only one of several concurrent exchanges of a link token succeeds',
  { tags: ['@X2', '@T17'] },
  async () => {
    await fill(0);
    const hash = Buffer.from('link token');
    const now = await store.clock.now();
    await store.tokens.addLinkToken({ hash, organization: 1, keyId: null, expires: now + 60_000 });
    const exchange = (index: number) =>
      store.tokens.exchange(
        hash,
        { hash: Buffer.from(`access ${index}`), cookieHash: Buffer.from('cookie'), expires: now + 3_600_000 },
        now,
      );
    const states = await Promise.all(Array.from({ length: 20 }, (_, index) => exchange(index)));
    expect(states.filter((state) => state === 'good')).toHaveLength(1);
    expect(states.filter((state) => state === 'used')).toHaveLength(19);
  },
);

test.skipIf(!isPostgres)(
  'store: ending a session key also ends the session that a link is starting',
  { tags: ['@S27', '@T17'] },
  async () => {
    await fill(0);
    const now = await store.clock.now();
    const [hash, token] = [Buffer.from('link'), Buffer.from('token')];
    const expires = now + 3_600_000;
    await store.hostedLinks.add({ hash, organization: 1, keyId: null, bound: '{}', expires }, now);
    const starting = `UPDATE hosted_links SET sessions = 1, session_hash = 'token';
      INSERT INTO access_tokens (organization, hash, cookie_hash, expires, bound, session)
      SELECT organization, 'token', 'cookie', expires, bound, session FROM hosted_links`;
    await runDuringUpdate(data, starting, () => store.tokens.endSession(now, 'all'));
    expect(await store.tokens.accessToken(token, now)).toBeUndefined();
  },
);

test('store: several engines take each due step once', { tags: '@X1' }, async () => {
  await fill(0);
  const now = await store.clock.now();
  for (let index = 0; index < 30; index++) await store.modals.open(modal(index, now), now);
  let steps = 0;
  const look = () =>
    store.runs.moveDue(now + 5_000, 10, (run, byClock) => {
      steps++;
      return advance(run, byClock);
    });
  let moved = 0;
  for (let round = 0; round < 12 && moved < 30; round++) {
    moved += (await Promise.all([look(), look(), look()])).reduce((sum, count) => sum + count, 0);
  }
  expect({ moved, steps }).toEqual({ moved: 30, steps: 30 });
  expect(await look()).toBe(0);
  const { id } = (await rowsOf(1))[0] ?? { id: '' };
  expect(await store.runs.find(1, id)).toMatchObject({
    migration: { status: 'LOGIN_ABANDONED' },
    stored: { version: 2 },
  });
});

test('store: a run that changed in the meantime is not overwritten', { tags: '@X1' }, async () => {
  await fill(0);
  const { modal: opened } = await store.modals.open(modal(1, seedAt), seedAt);
  const { migration, version, run } = opened;
  const moved = { ...run, provider: 'Ledgerline' };
  expect(await store.runs.save({ migration, version, run: moved }, seedAt)).toBe(true);
  expect(await store.runs.save({ migration, version, run }, seedAt)).toBe(false);
  expect((await store.runs.find(1, opened.migrationId))?.stored?.run.provider).toBe('Ledgerline');
});

test('store: a run saved without its previous state adds no activity', { tags: '@X34' }, async () => {
  await fill(0);
  const { modal: opened } = await store.modals.open(modal(1, seedAt), seedAt);
  const { migration, version, run } = opened;
  const entries = await store.activity.entries(migration, 0, 10);
  expect(entries.map(({ step }) => step)).toEqual(['session_created']);
  const erased = { ...run, provider: 'Ledgerline' };
  expect(await store.runs.save({ migration, version, run: erased }, seedAt + 1_000)).toBe(true);
  expect(await store.activity.entries(migration, 0, 10)).toEqual(entries);
  expect((await store.runs.find(1, opened.migrationId))?.stored?.run).toEqual(erased);
});

test('store: seeding again keeps the name of a renamed organization', { tags: '@X20' }, async () => {
  await fill(3);
  const seeded = await store.people.organizations.find((await store.seed.organization())?.id ?? '');
  if (seeded === undefined) throw new Error('The seeded organization is missing.');
  await store.people.organizations.rename(seeded, 'Harbour', { by: 'test', now: seedAt });
  await fill(4);
  expect([
    (await store.seed.organization())?.name,
    (await store.migrations.page(1, { page: 1, pageSize: 1 })).total,
  ]).toEqual(['Harbour', 4]);
});

test('store: a fault rule for three requests matches three, even concurrently', { tags: '@X20' }, async () => {
  await fill(0);
  await store.faults.add(1, [
    { match: { path: '/healthz' }, effect: { status: 503 }, times: 3 },
    { match: {}, effect: { status: 500 }, percent: 50, seed: 7 },
  ]);
  const met = await Promise.all(Array.from({ length: 12 }, () => store.faults.takeMatch(1, 'GET', '/healthz')));
  expect(met.filter((fault) => fault?.ruleId === 1)).toHaveLength(3);
  expect((await store.faults.list(1)).map(({ id, met: count }) => [id, count])).toEqual([
    [1, 3],
    [2, met.filter((fault) => fault?.ruleId === 2).length],
  ]);
  expect(await store.faults.isEmpty()).toBe(false);
  await store.faults.clear(1);
  expect(await store.faults.isEmpty()).toBe(true);
});

test('store: a seed gives the same random results in every store', { tags: '@X20' }, async () => {
  await fill(0);
  await store.faults.add(1, [{ match: {}, effect: { status: 500 }, percent: 50, seed: 7 }]);
  const met: boolean[] = [];
  for (let index = 0; index < 12; index++) met.push((await store.faults.takeMatch(1, 'GET', '/')) !== undefined);
  expect(met.map(Number).join('')).toBe('000000011011');
});

test('rate limit: a window counts until its end and is then deleted', { tags: '@X1' }, async () => {
  const minute = 60_000;
  expect(await store.rateLimits.count('a', 1, minute, 1_000)).toEqual({ count: 1, windowEnds: 61_000 });
  expect(await store.rateLimits.count('a', 1, minute, 60_999)).toEqual({ count: 2, windowEnds: 61_000 });
  expect(await store.rateLimits.count('a', 1, minute, 61_000)).toEqual({ count: 1, windowEnds: 121_000 });
  expect(await store.rateLimits.count('a', 30, minute, 61_001)).toEqual({ count: 31, windowEnds: 121_000 });
  const counts = await Promise.all(Array.from({ length: 20 }, () => store.rateLimits.count('b', 1, minute, 1_000)));
  expect(counts.map(({ count }) => count).toSorted((a, b) => a - b)).toEqual(counts.map((_, index) => index + 1));
  await store.rateLimits.forget(121_000);
  expect((await data.countRows())['rate_limits']).toBe(0);
});

test('store: an organization is found even if its name differs in case or outer spaces', { tags: '@X24' }, async () => {
  for (const organization of ['Acme', 'Über Øre', 'both', 'BOTH'])
    await makeApiKey(store.keys, { description: 'k', organization }, seedAt);
  for (const [name, known] of [
    ['acme', 'Acme'],
    [' ACME ', 'Acme'],
    ['über øre', 'Über Øre'],
    ['U\u0308BER ØRE', 'Über Øre'],
    ['Acme', undefined],
    // These two organizations already exist, and each is found by its exact name.
    ['both', undefined],
    ['BOTH', undefined],
    ['Both', 'both'],
    ['Acme 2', undefined],
  ])
    expect([name, await store.people.findSimilarOrganization(name ?? '')]).toEqual([name, known]);
});
