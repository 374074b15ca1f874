import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { testEventSchema } from '#shared/webhooks-api/events.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { isVerified } from '#service/testing/webhook-receiver.ts';
import { openDeliveries } from './webhook-delivery-service.ts';

const hour = 3_600;

let at: Awaited<ReturnType<typeof openDeliveries>>;
beforeEach(async () => {
  at = await openDeliveries();
});
afterEach(() => at.end());

describe('deliveries', { tags: '@X23' }, () => {
  test('every subscribed endpoint gets a signed status change with the feed’s exact bytes', async () => {
    const [all, failures] = [await at.receive(), await at.receive()];
    const { secret } = await at.addEndpoint(all.url);
    await at.addEndpoint(failures.url, { statuses: ['FAILED'] });
    const [id = '', other = ''] = await at.idsOf('WORKING');
    await at.move(id, 'PENDING_USER_INPUT');
    await at.move(other, 'FAILED');
    await eventually(() => expect(all.received).toHaveLength(2));
    await eventually(() => expect(failures.received).toHaveLength(1));
    // Deliveries of different migrations arrive in any order.
    const first = all.received.find(({ event }) => event.data['id'] === id);
    const second = all.received.find(({ event }) => event.data['id'] === other);
    expect(first?.event).toMatchObject({
      type: 'migration.status_updated',
      data: { object: 'migration', id, status: 'PENDING_USER_INPUT' },
      previous_status: 'WORKING',
    });
    expect(all.received.every((webhook) => isVerified(webhook, secret))).toBe(true);
    expect(failures.received[0]).toMatchObject({ id: second?.id, event: { data: { id: other } } });
    const sentAt = Number(first?.headers['webhook-timestamp']) * 1_000;
    expect(Math.abs(Date.now() - sentAt)).toBeLessThan(60_000);
    const log = await eventually(async () => {
      const found = await at.listDeliveries();
      expect(found.map(({ state }) => state)).toEqual(['delivered', 'delivered', 'delivered']);
      return found;
    });
    const shown = log.find(({ event }) => event.id === first?.id);
    expect(shown).toMatchObject({
      event: {
        type: 'migration.status_updated',
        migration: id,
        previous_status: 'WORKING',
        status: 'PENDING_USER_INPUT',
      },
      attempts: [{ status: 204, reply: '', error: null }],
      next_attempt: null,
    });
  });

  test('an endpoint receives no events from before it was created', async () => {
    const receiver = await at.receive();
    const [before = '', after = ''] = await at.idsOf('WORKING');
    await at.addEndpoint((await at.receive()).url);
    await at.move(before, 'PENDING_USER_INPUT');
    const { id } = await at.addEndpoint(receiver.url);
    await at.move(after, 'PENDING_USER_INPUT');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.event.data).toMatchObject({ id: after });
    expect(await at.listDeliveries(`&endpoint=${id}`)).toHaveLength(1);
  });

  test('a failed delivery is tried ten times in three days by the organization’s clock, with one ID and real timestamps', async () => {
    const receiver = await at.receive();
    receiver.answer = () => ({ status: 500, body: 'no' });
    const { secret } = await at.addEndpoint(receiver.url);
    const [id = ''] = await at.idsOf('WORKING');
    let startedAt = Date.now();
    await at.move(id, 'PENDING_USER_INPUT');
    // Each delay, with 20 % jitter.
    const steps = [5, 300, 1_800, 2 * hour, 5 * hour, 10 * hour, 14 * hour, 20 * hour, 24 * hour];
    for (const [created, seconds] of steps.entries()) {
      await eventually(async () => {
        const [delivery] = await at.listDeliveries();
        expect(delivery?.attempts).toHaveLength(created + 1);
        expect(delivery?.next_attempt).not.toBeNull();
        const last = Date.parse(delivery?.attempts.at(-1)?.at ?? '') + (delivery?.attempts.at(-1)?.duration_ms ?? 0);
        const pause = Date.parse(delivery?.next_attempt ?? '') - last;
        expect(pause).toBeGreaterThanOrEqual(seconds * 1_000);
        // The delay starts when the attempt is saved, slightly after it ended.
        expect(pause).toBeLessThanOrEqual(seconds * 1_200 + 1 + Date.now() - startedAt);
      });
      startedAt = Date.now();
      await at.advance(seconds * 1.2 + 1);
    }
    const [failed] = await eventually(async () => {
      const found = await at.listDeliveries('&state=failed');
      expect(found).toHaveLength(1);
      return found;
    });
    expect(failed).toMatchObject({ next_attempt: null });
    expect(failed?.attempts).toHaveLength(10);
    expect(receiver.received).toHaveLength(10);
    expect(new Set(receiver.received.map((webhook) => `${webhook.id} ${webhook.body}`)).size).toBe(1);
    expect(receiver.received.every((webhook) => isVerified(webhook, secret))).toBe(true);
    const span = Date.parse(failed?.attempts.at(-1)?.at ?? '') - Date.parse(failed?.attempts[0]?.at ?? '');
    expect(span).toBeGreaterThan(3 * 24 * hour * 1_000);
    expect((await at.listEndpoints())[0]?.recent).toMatchObject({
      delivered: 0,
      failed: 1,
      last_failure: { status: 500, error: 'The response was 500.' },
    });
  });

  test('Retry-After applies if it is longer than the schedule', async () => {
    const receiver = await at.receive();
    receiver.answer = () => ({ status: 429, headers: { 'retry-after': '7200' } });
    await at.addEndpoint(receiver.url);
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => {
      const [delivery] = await at.listDeliveries();
      const pause = Date.parse(delivery?.next_attempt ?? '') - Date.parse(delivery?.attempts[0]?.at ?? '');
      expect(pause).toBeGreaterThanOrEqual(7_200_000);
    });
  });

  test('a 410 disables an endpoint immediately and fails its pending deliveries', async () => {
    const receiver = await at.receive();
    const [first = '', second = '', third = ''] = await at.idsOf('WORKING');
    receiver.answer = () => ({ status: 503, headers: { 'retry-after': '3600' } });
    const { id } = await at.addEndpoint(receiver.url);
    await at.move(first, 'PENDING_USER_INPUT');
    await eventually(async () => expect((await at.listDeliveries())[0]?.attempts).toHaveLength(1));
    receiver.answer = () => ({ status: 410 });
    await at.move(second, 'PENDING_USER_INPUT');
    await eventually(async () =>
      expect(await at.listEndpoints()).toMatchObject([{ id, disabled: true, disabled_reason: 'gone' }]),
    );
    await eventually(async () => expect(await at.listDeliveries('&state=failed')).toHaveLength(2));
    expect(await at.auditActions()).toContain('webhook.disable');
    await at.move(third, 'PENDING_USER_INPUT');
    const replay = await at.service.send({ method: 'POST', url: `/webhooks/v1/endpoints/${id}/test` });
    expect(replay.status).toBe(409);
    // The service must skip this event before the endpoint is enabled again.
    await eventually(async () => expect((await at.service.store.webhooks.backlog(Date.now())).events).toBe(0));
    await at.service.send({ method: 'PATCH', url: `/webhooks/v1/endpoints/${id}`, body: { disabled: false } });
    receiver.answer = () => ({ status: 200 });
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => expect(await at.listDeliveries('&state=delivered')).toHaveLength(1));
  });

  test('five days of failures disable an endpoint, and one success restarts the count', async () => {
    const receiver = await at.receive();
    await at.addEndpoint(receiver.url);
    receiver.answer = () => ({ status: 500 });
    const tried = async (count: number) =>
      eventually(() => expect(receiver.received.length).toBeGreaterThanOrEqual(count));
    const ids = await at.idsOf('WORKING');
    const deliveriesWithOneAttempt = (migration = '') =>
      eventually(async () =>
        expect((await at.listDeliveries(`&migration=${migration}`))[0]?.attempts.length).toBeGreaterThanOrEqual(1),
      );
    await at.move(ids[0] ?? '', 'PENDING_USER_INPUT');
    await tried(1);
    await at.advance(4 * 24 * hour);
    receiver.answer = ({ event }) => ({ status: event.data['id'] === ids[1] ? 200 : 500 });
    await at.move(ids[1] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => expect(await at.listDeliveries('&state=delivered')).toHaveLength(1));
    receiver.answer = () => ({ status: 500 });
    await at.move(ids[2] ?? '', 'PENDING_USER_INPUT');
    await deliveriesWithOneAttempt(ids[2]);
    await at.advance(4 * 24 * hour);
    await at.move(ids[3] ?? '', 'PENDING_USER_INPUT');
    await deliveriesWithOneAttempt(ids[3]);
    expect((await at.listEndpoints())[0]?.disabled).toBe(false);
    await at.advance(24 * hour + 1);
    await eventually(async () =>
      expect((await at.listEndpoints())[0]).toMatchObject({ disabled: true, disabled_reason: 'failing' }),
    );
  });

  test('a replay of one delivery, or of all deliveries that failed since a given time, sends the same bytes with the same ID', async () => {
    const receiver = await at.receive();
    const { id } = await at.addEndpoint(receiver.url);
    const ids = (await at.idsOf('WORKING')).slice(0, 2);
    receiver.answer = () => ({ status: 410 });
    const since = new Date(await at.service.clock.now()).toISOString();
    await at.move(ids[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(async () => expect((await at.listEndpoints())[0]?.disabled).toBe(true));
    const [failed] = await eventually(async () => {
      const found = await at.listDeliveries('&state=failed');
      expect(found).toHaveLength(1);
      return found;
    });
    await at.service.send({ method: 'PATCH', url: `/webhooks/v1/endpoints/${id}`, body: { disabled: false } });
    receiver.answer = () => ({ status: 200, body: 'thanks' });
    const lateDate = new Date(Date.parse(since) + 24 * hour * 1_000).toISOString();
    expect(await at.post(`/webhooks/v1/endpoints/${id}/replay`, { since: lateDate })).toEqual({ replayed: 0 });
    expect(await at.post(`/webhooks/v1/endpoints/${id}/replay`, { since })).toEqual({ replayed: 1 });
    await eventually(async () => expect((await at.listDeliveries('&state=delivered'))[0]?.attempts).toHaveLength(2));
    await at.post(`/webhooks/v1/deliveries/${failed?.id}/replay`);
    await eventually(async () => {
      const [again] = await at.listDeliveries();
      expect(again).toMatchObject({ id: failed?.id, state: 'delivered' });
      expect(again?.attempts.map(({ reply }) => reply)).toEqual(['', 'thanks', 'thanks']);
    });
    expect(new Set(receiver.received.map((webhook) => `${webhook.id} ${webhook.body}`)).size).toBe(1);
  });

  test('a test event goes to its own endpoint only and does not appear in the feed', async () => {
    const [one, other] = [await at.receive(), await at.receive()];
    const { id, secret } = await at.addEndpoint(one.url);
    await at.addEndpoint(other.url);
    const created = await at.post(`/webhooks/v1/endpoints/${id}/test`);
    expect(created).toMatchObject({ endpoint: id, state: 'pending', event: { type: 'ferry.test', migration: null } });
    await eventually(() => expect(one.received).toHaveLength(1));
    expect(testEventSchema.parse(one.received[0]?.event).data.id).toBe(id);
    expect(isVerified(one.received[0] as never, secret)).toBe(true);
    await at.move((await at.idsOf('WORKING'))[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(() => expect(other.received).toHaveLength(1));
    expect(other.received[0]?.event.type).toBe('migration.status_updated');
  });

  test('both secrets verify during a rotation’s overlap, and afterwards only the new secret does', async () => {
    const receiver = await at.receive();
    const { id, secret: before } = await at.addEndpoint(receiver.url);
    const { secret: after = '' } = (await at.post(`/webhooks/v1/endpoints/${id}/rotate`)) as { secret?: string };
    const ids = await at.idsOf('WORKING');
    await at.move(ids[0] ?? '', 'PENDING_USER_INPUT');
    await eventually(() => expect(receiver.received).toHaveLength(1));
    const [during] = receiver.received;
    expect([isVerified(during as never, before), isVerified(during as never, after)]).toEqual([true, true]);
    expect((await at.listEndpoints())[0]?.previous_secret_until).not.toBeNull();
    await at.advance(24 * hour + 1);
    await at.move(ids[1] ?? '', 'PENDING_USER_INPUT');
    await eventually(() => expect(receiver.received).toHaveLength(2));
    const laterDelivery = receiver.received[1];
    expect([isVerified(laterDelivery as never, before), isVerified(laterDelivery as never, after)]).toEqual([
      false,
      true,
    ]);
    expect((await at.listEndpoints())[0]?.previous_secret_until).toBeNull();
  });

  test('a rotation under load rejects no delivery, and each delivery verifies with the secret valid at its time', async () => {
    const receiver = await at.receive();
    const { id, secret: before } = await at.addEndpoint(receiver.url);
    const ids = await at.idsOf('WORKING');
    const load = (status: string) => Promise.all(ids.map((one) => at.move(one, status)));
    await load('PENDING_USER_INPUT');
    const rotating = at.post(`/webhooks/v1/endpoints/${id}/rotate`);
    await load('WORKING');
    const { secret: after = '' } = (await rotating) as { secret?: string };
    await load('PENDING_USER_INPUT');
    await eventually(() => expect(receiver.received).toHaveLength(ids.length * 3));
    expect(receiver.received.filter((webhook) => !isVerified(webhook, before))).toEqual([]);
    const lateDeliveries = receiver.received.filter(({ event }) => event.sequence === 3);
    expect(lateDeliveries).toHaveLength(ids.length);
    expect(lateDeliveries.filter((webhook) => !isVerified(webhook, after))).toEqual([]);
    expect((await at.listDeliveries()).every(({ attempts }) => attempts.length <= 1)).toBe(true);
  });
});
