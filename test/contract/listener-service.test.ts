import type { AddressInfo } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { feedLimits, testEventSchema } from '#shared/webhooks-api/events.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';

let service: TestService;
let theConsole: TestConsole;
let receiver: WebhookReceiver;

const state = async () => valueOf(await theConsole.call('listener', 'state', {}));
const listen = async (address: string | null) => {
  valueOf(await theConsole.call('listener', 'start', { address }));
  await eventually(async () => expect((await state()).feed).toBe('following'));
};

beforeEach(async () => {
  service = await openTestService({ migrations: 400, companies: 2 }, { allowControl: true });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  receiver = await openWebhookReceiver();
  theConsole = openTestConsole();
  const { port } = service.app.server.address() as AddressInfo;
  const add = { name: 'Brightwater', environment: 'test', baseURL: `http://127.0.0.1:${port}` } as const;
  const profileId = valueOf(await theConsole.call('profiles', 'add', add)).id;
  valueOf(await theConsole.call('apiKey', 'set', { profileId, key: service.apiKey, storage: 'session' }));
  valueOf(await theConsole.call('profiles', 'switch', { id: profileId }));
});
afterEach(async () => {
  await theConsole.close();
  await receiver.kill();
  await service.end();
});

/** Changes the status of this number of migrations, each once. */
const change = async (count: number): Promise<void> => {
  const { rows } = valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 100 }));
  const working = rows.flatMap((row) => (row.kind === 'row' && row.value.status === 'WORKING' ? [row.value.id] : []));
  expect(working.length).toBeGreaterThanOrEqual(count);
  for (const id of working.slice(0, count)) {
    const url = `/control/migrations/${id}/status`;
    expect((await service.send({ method: 'POST', url, body: { status: 'FAILED' } })).status).toBe(200);
  }
};

test(
  'listen: a test event looks to the receiver like a service’s event and doesn’t move the feed’s cursor',
  { tags: '@W10' },
  async () => {
    expect((await theConsole.call('listener', 'sendTest', {})).ok).toBe(false);
    await listen(receiver.url());
    valueOf(await theConsole.call('listener', 'sendTest', {}));
    await eventually(async () => expect((await state()).counts.delivered).toBe(1));
    await change(1);
    await eventually(async () => expect((await state()).counts.delivered).toBe(2));
    const [tried, reported] = receiver.received;
    const { secret, events } = await state();
    for (const each of [tried, reported])
      new Webhook(secret ?? '').verify(each?.body ?? '', each?.headers as Record<string, string>);
    testEventSchema.parse(JSON.parse(tried?.body ?? ''));
    expect(events.map(({ type }) => type)).toEqual(['migration.status_updated', 'ferry.test']);
    // The signature shown equals the signature sent.
    for (const { id } of events) {
      const storedResult = valueOf(await theConsole.call('listener', 'event', { id }));
      const { headers } = receiver.received.find((each) => each.id === id) ?? {};
      expect(storedResult?.attempts.map(({ signature }) => signature)).toEqual([headers?.['webhook-signature']]);
    }
  },
);

test(
  'listen: the time range of unread events that the service deleted shows until the user dismisses it',
  { tags: '@W10' },
  async () => {
    await listen(null);
    await change(1);
    await eventually(async () => expect((await state()).events).toHaveLength(1));
    valueOf(await theConsole.call('listener', 'stop', {}));
    const stoppedAt = Date.now();
    await change(2);
    const keptMs = feedLimits.keptDays * 86_400_000;
    await service.store.events.forget((await service.clock.now()) + keptMs + 1, keptMs, 100);
    await listen(null);
    await eventually(async () => expect((await state()).gap).not.toBeNull());
    const { gap } = await state();
    expect(Date.parse(gap?.from ?? '')).toBeLessThanOrEqual(stoppedAt);
    expect(Date.parse(gap?.until ?? '')).toBeGreaterThanOrEqual(stoppedAt);
    // The next events arrive, and none is missing or repeated.
    await change(1);
    await eventually(async () => expect((await state()).events).toHaveLength(2));
    const until = Date.parse((await state()).gap?.until ?? '');
    expect(until).toBeGreaterThanOrEqual(stoppedAt);
    expect(until).toBeLessThanOrEqual(Date.now());
    expect(valueOf(await theConsole.call('listener', 'closeGap', {})).gap).toBeNull();
    expect((await state()).gap).toBeNull();
  },
);

/** Returns a count once it has been stable for longer than the event delay. */
const quiet = async (count: () => number): Promise<number> => {
  let before = -1;
  await expect
    .poll(
      () => {
        const isSame = count() === before;
        before = count();
        return isSame;
      },
      { interval: 600, timeout: 30_000 },
    )
    .toBe(true);
  return before;
};
const notifications = () => theConsole.events.filter(({ name }) => name === 'listener:changed').length;

test.for([
  ['stop', {}],
  ['closeGap', {}],
  ['clear', { waiting: true }],
  ['resend', { id: null }],
  ['renewSecret', {}],
] as const)(
  'listen: an action in one window appears in other windows, even without a feed: %s',
  { tags: '@W10' },
  async ([name, args]) => {
    await listen(null);
    valueOf(await theConsole.call('listener', 'stop', {}));
    await change(1);
    await eventually(() => expect(notifications()).toBeGreaterThan(0));
    // Waits for the notifications of earlier changes, so that the next one belongs to this call.
    const before = await quiet(notifications);
    valueOf(await theConsole.call('listener', name, args as never));
    await eventually(() => expect(notifications()).toBeGreaterThan(before));
  },
);

test(
  'listen: events that arrive during a pause wait, whatever else changes, and are then sent in order',
  { tags: '@W10' },
  async () => {
    await listen(receiver.url());
    expect(valueOf(await theConsole.call('listener', 'pause', { paused: true })).isPaused).toBe(true);
    await change(2);
    await eventually(async () => expect((await state()).counts.waiting).toBe(2));
    valueOf(await theConsole.call('listener', 'renewSecret', {}));
    valueOf(await theConsole.call('listener', 'sendTest', {}));
    await eventually(async () => expect(await state()).toMatchObject({ isPaused: true, feed: 'following' }));
    expect((await state()).counts.waiting).toBe(3);
    expect(receiver.received).toEqual([]);
    valueOf(await theConsole.call('listener', 'pause', { paused: false }));
    await eventually(async () => expect((await state()).counts).toMatchObject({ waiting: 0, delivered: 3 }));
    const { events, since } = await state();
    expect(receiver.received.map(({ id }) => id)).toEqual(events.map(({ id }) => id).toReversed());
    expect(since).not.toBeNull();
    expect(valueOf(await theConsole.call('listener', 'stop', {}))).toMatchObject({ since: null });
  },
);

test('listen: a pause also applies to a run that is starting', { tags: '@W10' }, async () => {
  await listen(receiver.url());
  const starting = theConsole.call('listener', 'start', { address: receiver.url() });
  await Promise.all([starting, theConsole.call('listener', 'pause', { paused: true })]);
  await eventually(async () => expect(await state()).toMatchObject({ feed: 'following', isPaused: true }));
  await change(1);
  valueOf(await theConsole.call('listener', 'sendTest', {}));
  await eventually(async () => expect((await state()).counts.waiting).toBe(2));
  expect(receiver.received).toEqual([]);
  valueOf(await theConsole.call('listener', 'pause', { paused: false }));
  await eventually(async () => expect((await state()).counts).toMatchObject({ waiting: 0, delivered: 2 }));
});

test('listen: an attempt shows the secret that signed it while that secret is stored', { tags: '@W10' }, async () => {
  await listen(receiver.url());
  await change(1);
  await eventually(async () => expect((await state()).counts.delivered).toBe(1));
  const { events, secret } = await state();
  const secretOf = async () => valueOf(await theConsole.call('listener', 'event', { id: events[0]?.id ?? '' }))?.secret;
  expect(await secretOf()).toBe(secret);
  const renewed = valueOf(await theConsole.call('listener', 'renewSecret', {})).secret;
  expect(renewed).not.toBe(secret);
  expect(await secretOf()).toBe(secret);
  valueOf(await theConsole.call('listener', 'renewSecret', {}));
  expect(await secretOf()).toBeNull();
});
