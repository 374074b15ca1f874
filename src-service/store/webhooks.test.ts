import pg from 'pg';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { fillStore } from '../seed/seed-rows.ts';
import { runDuringUpdate } from '../testing/run-during-update.ts';
import { isPostgres, makeTestData, type TestData } from '../testing/test-data.ts';
import type { Store } from './store.ts';
import type { ClaimedDelivery, ClaimOptions, FinishedAttempt } from './webhooks/webhook-store.ts';

let data: TestData;
let store: Store;
beforeEach(async () => {
  data = await makeTestData();
  store = await data.open();
  await fillStore(store.seed, { seed: 1, at, migrations: 0, companies: 0 });
});
afterEach(async () => {
  await store.close();
  await data.remove();
});

const at = 1_700_000_000_000;
const second = 1_000;
const by = { by: 'test', now: at };
const wanted = (now: number, more: Partial<ClaimOptions> = {}): ClaimOptions => ({
  now,
  claim: `claim ${now}`,
  leaseMs: 30 * second,
  limit: 1_000,
  perEndpoint: 1,
  perFailing: 1,
  perOrganization: 1_000,
  ...more,
});
const failed: FinishedAttempt = {
  attempt: { duration_ms: 1, status: 500, reply: null, error: 'no' },
  pause: 100 * second,
  isDeleted: false,
};

const addEndpoint = async (): Promise<string> => {
  const endpoint = { url: 'https://hooks.example.com/', description: '', statuses: null, secret: 'whsec_x' };
  return (await store.webhooks.add(1, endpoint, by))?.id ?? '';
};

/** Creates two deliveries of one migration for each endpoint, with an attempt of the first in progress. */
const addSlowEndpoints = async (count: number): Promise<void> => {
  const rows = Array.from({ length: count }, (_, index) => `ep_slow${index}`);
  const deliveries = rows.flatMap((id, index) =>
    [0, 1].map((place) => {
      const number = 1_000 + 2 * index + place;
      const lease = place === 0 ? at + 30 * second : 'NULL';
      return `(1, ${number}, 'dlv_${number}', '${id}', 'evt_${number}', 'one', '{}', 'pending', ${at}, ${at}, ${at}, 0, 'other', ${lease})`;
    }),
  );
  await data.execute(
    `INSERT INTO webhook_endpoints (organization, id, url, description, secret, created, started, failures)
       VALUES ${rows.map((id) => `(1, '${id}', 'https://slow.example.com/', '', 'whsec_x', ${at}, 0, 0)`).join(', ')};
     INSERT INTO webhook_deliveries (organization, number, id, endpoint, event_id, migration, body, state, due, scheduled,
       created, tries, claim, lease) VALUES ${deliveries.join(', ')}`,
  );
};

test("store: waiting endpoints don't delay an endpoint with due deliveries", { tags: '@X23' }, async () => {
  const endpoint = await addEndpoint();
  await addSlowEndpoints(200);
  await data.execute(`UPDATE webhook_endpoints SET asked = 1 WHERE id = '${endpoint}'`);
  for (const perEndpoint of [1, 2]) {
    await store.webhooks.test(1, endpoint, by);
    const claimResult = await store.webhooks.claim(wanted(at, { perEndpoint }));
    expect(claimResult.map((delivery) => delivery.endpoint)).toEqual([endpoint]);
  }
});

test(
  "store: an organization can't exceed its share of delivery attempts",
  { tags: ['@X23', '@T71', '@A10'] },
  async () => {
    const endpoints = await Promise.all(Array.from({ length: 6 }, addEndpoint));
    for (const endpoint of endpoints)
      for (let round = 0; round < 4; round++) await store.webhooks.test(1, endpoint, by);
    const share = { perEndpoint: 3, perOrganization: 5 };
    expect(await store.webhooks.claim(wanted(at, share))).toHaveLength(5);
    expect(await store.webhooks.claim(wanted(at + 1, share))).toHaveLength(0);
    expect(await store.webhooks.claim(wanted(at + 31 * second, share))).toHaveLength(5);
  },
);

test(
  'store: a slow endpoint gets one attempt at a time until it responds quickly',
  { tags: ['@X23', '@T71', '@A10'] },
  async () => {
    const endpoint = await addEndpoint();
    for (let round = 0; round < 12; round++) await store.webhooks.test(1, endpoint, by);
    const more = { perEndpoint: 6 };
    const finishAll = async (now: number, duration: number): Promise<number> => {
      const claimResult = await store.webhooks.claim(wanted(now, more));
      const attempt = { ...failed.attempt, duration_ms: duration, status: 200, error: null };
      for (const one of claimResult)
        await store.webhooks.finish([[one, { attempt, pause: undefined, isDeleted: false }]], now);
      return claimResult.length;
    };
    expect(await finishAll(at, 2_500)).toBe(6);
    expect(await finishAll(at + 1, 10)).toBe(1);
    expect(await finishAll(at + 2, 10)).toBe(5);
    expect((await store.webhooks.list(1, at))[0]?.disabled).toBe(false);
  },
);

test('store: a delivery replayed during a failed attempt is retried immediately', { tags: '@X23' }, async () => {
  const endpoint = await addEndpoint();
  await store.webhooks.test(1, endpoint, by);
  const claim = async (now: number): Promise<ClaimedDelivery> => {
    const [claimed] = await store.webhooks.claim(wanted(now));
    if (claimed === undefined) throw new TypeError('nothing is due');
    return claimed;
  };
  const first = await claim(at);
  await store.webhooks.finish([[first, failed]], at);
  const again = at + 100 * second;
  const running = await claim(again);
  expect(running).toMatchObject({ tries: 1 });
  const { results } = await store.webhooks.deliveries(1, { limit: 1 });
  await store.webhooks.replay(1, results[0]?.id ?? '', { by: 'test', now: again + 1 });
  await store.webhooks.finish([[running, { ...failed, pause: undefined }]], again + 2);
  const [shown] = (await store.webhooks.deliveries(1, { limit: 1 })).results;
  expect(shown).toMatchObject({ state: 'pending', next_attempt: new Date(again + 1).toISOString() });
  expect(shown?.attempts).toHaveLength(2);
  const third = await claim(again + 3);
  expect(third).toMatchObject({ number: first.number, tries: 0 });
  await store.webhooks.finish([[third, failed]], again + 4);
  const last = await claim(again + 4 + 100 * second);
  await store.webhooks.replay(1, results[0]?.id ?? '', { by: 'test', now: again + 5 + 100 * second });
  const successfulTry = {
    attempt: { ...failed.attempt, status: 200, error: null },
    pause: undefined,
    isDeleted: false,
  };
  await store.webhooks.finish([[last, successfulTry]], again + 6 + 100 * second);
  expect((await store.webhooks.deliveries(1, { limit: 1 })).results[0]).toMatchObject({ state: 'delivered' });
});

test('store: a delivery replayed during its first attempt is retried immediately', { tags: '@X23' }, async () => {
  const endpoint = await addEndpoint();
  await store.webhooks.test(1, endpoint, by);
  const [running] = await store.webhooks.claim(wanted(at));
  if (running === undefined) throw new TypeError('nothing is due');
  const { results } = await store.webhooks.deliveries(1, { limit: 1 });
  await store.webhooks.replay(1, results[0]?.id ?? '', { by: 'test', now: at + second });
  await store.webhooks.finish([[running, failed]], at + 2 * second);
  const [shown] = (await store.webhooks.deliveries(1, { limit: 1 })).results;
  expect(shown).toMatchObject({ state: 'pending', next_attempt: new Date(at + second).toISOString() });
  expect(await store.webhooks.claim(wanted(at + 2 * second))).toMatchObject([{ number: running.number, tries: 0 }]);
});

describe.skipIf(!isPostgres)('store: concurrent changes of a delivery', { tags: '@X23' }, () => {
  const addDelivery = async (): Promise<string> => {
    const createResult = await store.webhooks.test(1, await addEndpoint(), by);
    if (typeof createResult === 'string') throw new TypeError(createResult);
    return createResult.id;
  };
  const states = async () => (await store.webhooks.deliveries(1, { limit: 10 })).results.map(({ state }) => state);
  const month = 31 * 24 * 3_600 * second;

  test('a replay finds nothing after a cleanup', async () => {
    const id = await addDelivery();
    const replayed = await runDuringUpdate(data, 'DELETE FROM webhook_deliveries', () =>
      store.webhooks.replay(1, id, by),
    );
    expect(replayed).toBe('unknown');
  });

  test('a cleanup keeps a replayed delivery', async () => {
    await addDelivery();
    await data.execute(`UPDATE webhook_deliveries SET state = 'failed', due = NULL`);
    const replay = `UPDATE webhook_deliveries SET state = 'pending', due = ${at}`;
    expect(await runDuringUpdate(data, replay, () => store.webhooks.forget(at + month, 10))).toBe(0);
    expect(await states()).toEqual(['pending']);
  });

  test("failing the deliveries of a disabled endpoint doesn't change finished deliveries", async () => {
    await addDelivery();
    await data.execute(`UPDATE webhook_endpoints SET disabled = 'person'`);
    const deliveredSql = `UPDATE webhook_deliveries SET state = 'delivered', due = NULL`;
    expect(await runDuringUpdate(data, deliveredSql, () => store.webhooks.sweep(10))).toBe(0);
    expect(await states()).toEqual(['delivered']);
  });

  test("replaying all failed deliveries doesn't change finished deliveries", async () => {
    await addDelivery();
    await data.execute(`UPDATE webhook_deliveries SET state = 'failed', due = NULL`);
    const endpoint = (await store.webhooks.list(1, at))[0]?.id ?? '';
    const deliveredSql = `UPDATE webhook_deliveries SET state = 'delivered'`;
    expect(await runDuringUpdate(data, deliveredSql, () => store.webhooks.replaySince(1, endpoint, 0, by))).toBe(0);
    expect(await states()).toEqual(['delivered']);
  });
});

test.skipIf(!isPostgres)(
  'store: deliveries continue during a seeding, whose end deletes the deliveries of its organization',
  { tags: '@X23' },
  async () => {
    const endpoint = await addEndpoint();
    await store.webhooks.test(1, endpoint, by);
    const other = new pg.Client({ connectionString: data.flags[1] });
    await other.connect();
    try {
      // Stops the seeding after it has emptied the tables, because it needs this lock.
      await other.query('BEGIN; LOCK TABLE seed_plans IN EXCLUSIVE MODE');
      const filled = fillStore(store.seed, { seed: 2, at, migrations: 1, companies: 0 });
      const waits = `SELECT FROM pg_locks WHERE relation = 'seed_plans'::regclass AND NOT granted`;
      await expect.poll(async () => (await other.query(waits)).rowCount).toBe(1);
      const [claimed] = await store.webhooks.claim(wanted(at));
      expect(claimed).toMatchObject({ endpoint });
      if (claimed !== undefined) await store.webhooks.finish([[claimed, failed]], at);
      expect((await store.webhooks.deliveries(1, { limit: 1 })).results[0]?.attempts).toHaveLength(1);
      await other.query('ROLLBACK');
      await filled;
    } finally {
      await other.end();
    }
    expect(await data.countRows()).toMatchObject({ webhook_endpoints: 1, webhook_deliveries: 0, webhook_attempts: 0 });
  },
);

describe('order of deliveries', { tags: '@X23' }, () => {
  const delivered: FinishedAttempt = {
    attempt: { duration_ms: 1, status: 204, reply: '', error: null },
    pause: undefined,
    isDeleted: false,
  };
  /** Three events of one migration; the last one is due first, as another instance's clock may have it. */
  const addEvents = async (): Promise<string> => {
    const endpoint = await addEndpoint();
    const rows = [1, 2, 3].map(
      (number) =>
        `(1, ${number}, 'dlv_${number}', '${endpoint}', 'evt_${number}', 'one', '{}', 'pending', ${at - number}, ${at}, ${at}, 0)`,
    );
    await data.execute(`INSERT INTO webhook_deliveries (organization, number, id, endpoint, event_id, migration, body,
      state, due, scheduled, created, tries) VALUES ${rows.join(', ')}`);
    return endpoint;
  };
  const claimAt = async (now: number): Promise<ClaimedDelivery[]> => [
    ...(await store.webhooks.claim(wanted(now, { perEndpoint: 8, perFailing: 8 }))),
  ];
  const numbersAt = async (now: number): Promise<number[]> => (await claimAt(now)).map(({ number }) => number);

  test('an event waits until earlier events of its migration are delivered or have permanently failed', async () => {
    await addEvents();
    const [first] = await claimAt(at);
    expect(first?.number).toBe(1);
    expect(await numbersAt(at + 1)).toEqual([]);
    if (first !== undefined) await store.webhooks.finish([[first, failed]], at + 2);
    expect(await numbersAt(at + 50 * second)).toEqual([]);
    const [again] = await claimAt(at + 101 * second);
    expect(again?.number).toBe(1);
    if (again !== undefined) await store.webhooks.finish([[again, { ...failed, pause: undefined }]], at + 102 * second);
    const [middle] = await claimAt(at + 102 * second);
    expect(middle?.number).toBe(2);
    if (middle !== undefined) await store.webhooks.finish([[middle, delivered]], at + 103 * second);
    expect(await numbersAt(at + 103 * second)).toEqual([3]);
  });

  test('replaying all failed deliveries includes deliveries that wait for their next attempt', async () => {
    const endpoint = await addEvents();
    const [first] = await claimAt(at);
    if (first !== undefined) await store.webhooks.finish([[first, failed]], at);
    expect(await store.webhooks.replaySince(1, endpoint, at - second, { ...by, now: at + second })).toBe(1);
    const [again] = await claimAt(at + second);
    expect(again?.number).toBe(1);
    if (again !== undefined) await store.webhooks.finish([[again, delivered]], at + second);
    expect(await numbersAt(at + second)).toEqual([2]);
  });
});
