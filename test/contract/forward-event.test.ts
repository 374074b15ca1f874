import { type AddressInfo, createServer } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { listenerLimits } from '#shared/console-contract/listener-limits.ts';
import { createNodeTransport } from '#main/hosts/node/node-transport.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import type { BaseTopics } from '#main/console/base-topics/base-topics.ts';
import { systemClock } from '#main/console/clock/clock.ts';
import { createNetworkGate } from '#main/console/network/network-gate.ts';
import type { Network } from '#main/console/network/network-topic.ts';
import { forwardEvent } from '#main/console/listener/forward-event.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const body = '{"type":"migration.status_updated","data":{"id":"m","name":"Bäckerei 🥐"}}';
let receiver: WebhookReceiver;
beforeEach(async () => {
  receiver = await openWebhookReceiver();
});
afterEach(() => receiver.kill());

const transport = createNodeTransport({ proxiesFor: () => ({ HTTP_PROXY: 'http://127.0.0.1:9' }) });
const gate = createNetworkGate(
  { transport, transportWithCa: () => transport, resolveHost: async () => [] },
  { isLimited: false, origins: () => [] },
);
const forward = (address = receiver.url(), id = 'evt_1') =>
  forwardEvent(
    {
      clock: systemClock,
      network: gate as Network,
      ports: { redactor: { text: (text: string) => text.replaceAll('hush', '[redacted]') } } as BaseTopics['ports'],
    },
    { address, secret },
    { id, body },
    new AbortController().signal,
  );

test(
  'listen: a forwarded event has the exact bytes and a signature that the standard’s library accepts',
  { tags: '@W10' },
  async () => {
    const { attempt } = await forward();
    expect(attempt).toMatchObject({ status: 204, error: null, reply: '' });
    const [first] = receiver.received;
    expect(first?.body).toBe(body);
    expect(first?.headers).toMatchObject({ 'webhook-id': 'evt_1', 'content-type': 'application/json' });
    new Webhook(secret).verify(first?.body ?? '', first?.headers as Record<string, string>);
  },
);

test(
  'listen: the start of a response is stored without secrets, and the rest is discarded',
  { tags: '@W10' },
  async () => {
    receiver.answer = { status: 500, body: `hush ${'x'.repeat(5_000_000)}`, headers: { 'retry-after': '7' } };
    const { attempt, retryAfterMs } = await forward();
    expect(attempt).toMatchObject({ status: 500, error: 'Response: 500.' });
    expect(attempt.reply).toMatch(/^\[redacted\] x+$/);
    expect(attempt.reply.length).toBeLessThan(listenerLimits.replyBytes + 20);
    expect(retryAfterMs).toBe(7_000);
  },
);

test('listen: a redirect counts as a failure and is not followed', { tags: ['@W10', '@T90'] }, async () => {
  receiver.answer = { status: 307, body: '', headers: { location: `${receiver.url()}/elsewhere` } };
  expect((await forward()).attempt).toMatchObject({ status: 307, error: "The console doesn't follow redirects." });
  expect(receiver.received).toHaveLength(1);
});

test(
  'listen: both addresses of localhost are tried, and a receiver that isn’t running is reported',
  { tags: '@W10' },
  async () => {
    const { port } = new URL(receiver.url());
    expect((await forward(`http://localhost:${port}/`)).attempt.status).toBe(204);
    await receiver.kill();
    expect(await forward()).toMatchObject({
      attempt: { status: null, error: 'Nothing is listening at this address.' },
      isUnreachable: true,
    });
  },
);

test(
  'listen: an event that can’t be sent or gets no response doesn’t affect other events',
  { tags: '@W10' },
  async () => {
    const { port } = new URL(receiver.url());
    // In order: a server without TLS, an id that is invalid in a header, a forbidden address, and a connection that
    // closes without a response.
    const trials = [
      forward(`https://localhost:${port}/`),
      forward(receiver.url(), 'evt\n1'),
      forward('http://192.0.2.1/'),
    ];
    for (const trial of trials) expect(await trial).toMatchObject({ attempt: { status: null }, isUnreachable: false });
    const endingServer = createServer((socket) => socket.on('data', () => socket.destroy()));
    await new Promise<void>((resolve) => endingServer.listen(0, '127.0.0.1', resolve));
    const ended = await forward(`http://127.0.0.1:${(endingServer.address() as AddressInfo).port}/`);
    endingServer.close();
    expect(ended).toMatchObject({ attempt: { status: null }, isUnreachable: false });
  },
);
