import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openDeliveries } from './webhook-delivery-service.ts';

const hour = 3_600;

let at: Awaited<ReturnType<typeof openDeliveries>>;
beforeEach(async () => {
  at = await openDeliveries();
});
afterEach(() => at.end());

describe('delivery attempts', { tags: '@X23' }, () => {
  test('attempts of one migration never overlap, and the older event goes first', async () => {
    const receiver = await at.receive();
    const blocker = Promise.withResolvers<void>();
    const [first = '', other = ''] = await at.idsOf('WORKING');
    receiver.answer = async ({ event }) => {
      if (event.data['id'] === first) await blocker.promise;
      return { status: 200 };
    };
    const sequencesOf = (id: string) =>
      receiver.received.filter(({ event }) => event.data['id'] === id).map(({ event }) => event.sequence);
    await at.addEndpoint(receiver.url);
    for (const status of ['PENDING_USER_INPUT', 'WORKING', 'FAILED']) await at.move(first, status);
    await eventually(() => expect(sequencesOf(first)).toEqual([1]));
    // A later event of another migration isn't delayed.
    for (const status of ['PENDING_USER_INPUT', 'WORKING']) await at.move(other, status);
    await eventually(() => expect(sequencesOf(other)).toEqual([1, 2]));
    expect(sequencesOf(first)).toEqual([1]);
    blocker.resolve();
    await eventually(() => expect(sequencesOf(first)).toEqual([1, 2, 3]));
  });

  test('an offline and a silent endpoint delay no other endpoint', { tags: '@F45' }, async () => {
    const [good, silent, dead] = [await at.receive(), await at.receive(), await at.receive()];
    await at.dropReceiver(dead);
    const silenceEnded = Promise.withResolvers<void>();
    silent.answer = async () => {
      await silenceEnded.promise;
      return { status: 200 };
    };
    for (const { url } of [silent, dead, good]) await at.addEndpoint(url);
    const ids = await at.idsOf('WORKING');
    for (const id of ids) await at.move(id, 'PENDING_USER_INPUT');
    for (const id of ids) await at.move(id, 'WORKING');
    // The silent endpoint holds all its attempts open during the whole test.
    await eventually(() => expect(good.received).toHaveLength(ids.length * 2));
    expect(silent.received.length).toBeLessThanOrEqual(8);
    silenceEnded.resolve();
    await eventually(() => expect(silent.received).toHaveLength(ids.length * 2));
  });

  test('after repeated failures an endpoint gets one attempt at a time until an attempt succeeds', async () => {
    const receiver = await at.receive();
    receiver.answer = () => ({ status: 500, headers: { 'retry-after': '3600' } });
    await at.addEndpoint(receiver.url);
    const ids = await at.idsOf('WORKING');
    expect(ids.length).toBeGreaterThan(6);
    for (const id of ids) await at.move(id, 'PENDING_USER_INPUT');
    await eventually(async () => {
      const tries = (await at.listDeliveries()).map(({ attempts }) => attempts.length);
      expect(tries).toEqual(ids.map(() => 1));
    });
    let [open, maxOpen] = [0, 0];
    const blocker = Promise.withResolvers<void>();
    receiver.answer = async () => {
      open += 1;
      maxOpen = Math.max(maxOpen, open);
      await blocker.promise;
      open -= 1;
      return { status: 200 };
    };
    await at.advance(hour + 1);
    await eventually(() => expect(receiver.received).toHaveLength(ids.length + 1));
    // A delivery to another endpoint proves that the service has polled in the meantime.
    const other = await at.receive();
    await at.addEndpoint(other.url);
    await at.move(ids[0] ?? '', 'WORKING');
    await eventually(() => expect(other.received).toHaveLength(1));
    expect(maxOpen).toBe(1);
    blocker.resolve();
    await eventually(() => expect(receiver.received).toHaveLength(ids.length * 2 + 1));
  });

  test('another instance takes over an expired claim, and a returned claim without delay', async () => {
    const receiver = await at.receive();
    await at.addEndpoint(receiver.url);
    await at.stop();
    const [id = ''] = await at.idsOf('WORKING');
    await at.move(id, 'PENDING_USER_INPUT');
    const { webhooks, clock } = at.service.store;
    const now = await clock.now();
    expect(await webhooks.fanOut(now, 10)).toBe(1);
    const wanted = { claim: 'one', leaseMs: 30_000, limit: 10, perEndpoint: 8, perFailing: 1, perOrganization: 32 };
    const [claimed] = await webhooks.claim({ ...wanted, now });
    expect(claimed).toMatchObject({ tries: 0 });
    expect(await webhooks.claim({ ...wanted, claim: 'other', now: now + 29_000 })).toEqual([]);
    const [taken] = await webhooks.claim({ ...wanted, claim: 'other', now: now + 30_001 });
    expect(taken).toMatchObject({ eventId: claimed?.eventId, body: claimed?.body });
    // The first attempt is late, so its result does not count.
    const done = {
      attempt: { duration_ms: 1, status: 200, reply: '', error: null },
      pause: undefined,
      isDeleted: false,
    };
    if (claimed !== undefined) await webhooks.finish([[claimed, done]], now);
    expect((await at.listDeliveries())[0]).toMatchObject({ state: 'pending', attempts: [] });
    await webhooks.release('other');
    at.restart();
    await eventually(() => expect(receiver.received).toHaveLength(1));
  });

  test('a shutdown cuts silent attempts, and the next start repeats them', async () => {
    const receiver = await at.receive();
    const { promise: never, resolve: end } = Promise.withResolvers<void>();
    receiver.answer = async () => {
      await never;
      return { status: 200 };
    };
    await at.addEndpoint(receiver.url);
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    await at.stop();
    expect((await at.listDeliveries())[0]).toMatchObject({ state: 'pending', attempts: [] });
    receiver.answer = () => ({ status: 200 });
    at.restart();
    await eventually(async () => expect((await at.listDeliveries())[0]).toMatchObject({ state: 'delivered' }));
    expect(new Set(receiver.received.map((webhook) => webhook.id)).size).toBe(1);
    end();
  });

  test('deliveries, attempts and an endpoint’s log are deleted after thirty days', async () => {
    const receiver = await at.receive();
    const { id } = await at.addEndpoint(receiver.url);
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => expect(await at.listDeliveries('&state=delivered')).toHaveLength(1));
    const day = 24 * hour;
    await at.advance(29 * day);
    expect(await at.service.store.webhooks.forget(await at.service.clock.now(), 100)).toBe(0);
    await at.advance(1.1 * day);
    expect(await at.service.store.webhooks.forget(await at.service.clock.now(), 100)).toBe(1);
    expect(await at.listDeliveries()).toEqual([]);
    await at.post(`/webhooks/v1/endpoints/${id}/test`);
    await eventually(() => expect(receiver.received).toHaveLength(2));
    await at.service.send({ method: 'DELETE', url: `/webhooks/v1/endpoints/${id}` });
    expect(await at.listDeliveries()).toEqual([]);
    await eventually(async () => {
      const {
        webhook_endpoints: endpoints,
        webhook_deliveries: deliveries,
        webhook_attempts: attempts,
      } = await at.service.data.countRows();
      expect({ endpoints, deliveries, attempts }).toEqual({ endpoints: 0, deliveries: 0, attempts: 0 });
    });
  });

  test('after the clock is set back, no delivery waits forever for its next attempt', async () => {
    const receiver = await at.receive();
    receiver.answer = () => ({ status: 500 });
    await at.addEndpoint(receiver.url);
    await at.advance(10 * 24 * hour);
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => expect((await at.listDeliveries())[0]?.attempts.length).toBeGreaterThanOrEqual(1));
    const back = await at.service.send({ method: 'DELETE', url: '/control/clock', headers: { host: '127.0.0.1:80' } });
    expect(back.status).toBe(200);
    const now = await at.service.clock.now();
    const next = Date.parse((await at.listDeliveries())[0]?.next_attempt ?? '');
    expect(next - now).toBeLessThan(hour * 1_000);
  });
});
