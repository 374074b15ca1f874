import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, expect, test } from 'vitest';
import type { ListenerState } from '#shared/console-contract/listener-calls.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { openBrowserHostOn } from '#test/fixtures/console/console-handle.ts';
import { openWebhookReceiver, type WebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';

const userData = mkdtempSync(path.join(tmpdir(), 'ferry-killed-'));
let host: Awaited<ReturnType<typeof openBrowserHostOn>> | undefined;
let service: TestService | undefined;
let receiver: WebhookReceiver | undefined;
afterEach(async () => {
  await host?.close().catch(() => undefined);
  await receiver?.kill();
  await service?.end();
  rmSync(userData, { recursive: true, force: true, maxRetries: 5 });
});

/** Status changes between two kills. */
const perRound = 6;
/** How many events have arrived when the console is killed: none, some, or all. */
const kills = [0, 1, 3, 5, perRound] as const;

const call = async <Value = unknown>(topic: string, verb: string, args: unknown): Promise<Value> => {
  const outcome = await host!.call(topic, verb, args);
  if (!outcome.ok) throw new Error(`${topic}.${verb}: ${JSON.stringify(outcome)}`);
  return outcome.value as Value;
};

test(
  'listen: a console killed at any moment of forwarding loses no event',
  { tags: ['@W10', '@F50'], timeout: 240_000 },
  async () => {
    service = await openTestService({ migrations: 400, companies: 2 }, { allowControl: true });
    await service.app.listen({ port: 0, host: '127.0.0.1' });
    receiver = await openWebhookReceiver();
    const { apiKey } = service;
    const ask = async (url: string, body?: object) => {
      const reply = await service!.send(body ? { method: 'POST', url, body } : { url });
      expect([url, reply.status]).toEqual([url, 200]);
      return JSON.parse(reply.text) as { results: { id: string; status: string }[] };
    };
    const { results } = await ask('/api/v1/migrations?page_size=100');
    const working = results.find(({ status }) => status === 'WORKING')?.id;
    const receivedIds = () => new Set(receiver!.received.map(({ id }) => id)).size;
    const state = () => call<ListenerState>('listener', 'state', {});

    host = await openBrowserHostOn(userData);
    const { port } = service.app.server.address() as AddressInfo;
    const baseURL = `http://127.0.0.1:${port}`;
    const { id: profileId } = await call<{ id: string }>('profiles', 'add', {
      name: 'Brightwater',
      environment: 'test',
      baseURL,
    });
    const key = { profileId, key: apiKey, storage: 'session' } as const;
    await call('apiKey', 'set', key);
    await call('profiles', 'switch', { id: profileId });
    await call('listener', 'start', { address: receiver.url() });
    await eventually(async () => expect((await state()).feed).toBe('following'));

    let changes = 0;
    for (const arrived of kills) {
      const before = receivedIds();
      for (const end = changes + perRound; changes < end; changes += 1) {
        const status = changes % 2 === 0 ? 'PENDING_USER_INPUT' : 'WORKING';
        await ask(`/control/migrations/${working}/status`, { status });
      }
      await eventually(() => expect(receivedIds()).toBeGreaterThanOrEqual(before + arrived));
      const exit = once(host.program!, 'exit');
      host.program!.kill('SIGKILL');
      await exit;
      host = await openBrowserHostOn(userData);
      // The key was stored for the session only. The listener resumes when the key is set again.
      await call('apiKey', 'set', key);
      await call('migrations', 'list', { page: 1, pageSize: 10 });
      await eventually(() => expect(receivedIds()).toBe(changes));
    }

    const { results: events } = await ask('/webhooks/v1/events?limit=100');
    expect(events).toHaveLength(changes);
    const bodies = new Map(events.map(({ id, ...body }) => [id, JSON.stringify(body)]));
    // Events may arrive twice, but each copy has the same id and bytes.
    for (const { id, body } of receiver.received) expect(body).toBe(bodies.get(id));
  },
);
