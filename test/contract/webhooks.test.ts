import type { AddressInfo } from 'node:net';
import { describe, expect, onTestFinished, test } from 'vitest';
import { openTestService } from '#service/testing/test-service.ts';
import { errorOf, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { type Answer, json, takes, type TestApi } from '#test/fixtures/service/test-api.ts';
import { openConsole, serve } from './open-console.ts';

const url = 'https://hooks.example.com/ferry';
const newEndpoint = { url, description: 'mine', statuses: null, confirmed: false };
const allDeliveries = { endpoint: null, state: null, migration: null, after: null, limit: 25 } as const;

/** Opens a console that is connected to a real service. */
async function openOnService(): Promise<TestConsole> {
  const service = await openTestService({ migrations: 2, companies: 1 });
  onTestFinished(async () => {
    service.app.server.closeAllConnections();
    await service.end();
  });
  await service.app.listen({ port: 0, host: '127.0.0.1' });
  const { port } = service.app.server.address() as AddressInfo;
  const theConsole = openConsole();
  await connectTo(theConsole, `http://127.0.0.1:${port}`, { key: service.apiKey });
  return theConsole;
}

const fakeServiceKey = 'ferry_test_stand_in_0000';
/** Replies to webhook calls with `answer`, and to all others like any service. */
const onWebhooks =
  (answer: Answer): Answer =>
  (request, reply) =>
    (request.url?.startsWith('/webhooks/') ? answer : takes(fakeServiceKey))(request, reply);

/** Every call that changes something, with the pages' arguments. */
const changes = (call: TestConsole['call'], confirmed: boolean) => [
  () => call('webhooks', 'addEndpoint', { ...newEndpoint, confirmed }),
  () => call('webhooks', 'changeEndpoint', { id: 'ep_1', disabled: true, confirmed }),
  () => call('webhooks', 'removeEndpoint', { id: 'ep_1', confirmed }),
  () => call('webhooks', 'rotateSecret', { id: 'ep_1', confirmed }),
  () => call('webhooks', 'testEndpoint', { id: 'ep_1', confirmed }),
  () => call('webhooks', 'replayDelivery', { id: 'dlv_1', confirmed }),
  () => call('webhooks', 'replayFailed', { endpoint: 'ep_1', since: '2026-11-20T10:00:00.000Z', confirmed }),
];
const webhookLines = ({ requests }: TestApi): string[] =>
  requests.map(({ line }) => line).filter((line) => line.includes('/webhooks/'));

describe('endpoints of the service', { tags: '@W12' }, () => {
  test('endpoints are added, changed, tested, rotated and removed, and only two responses have a secret', async () => {
    const { call } = await openOnService();
    expect(valueOf(await call('webhooks', 'endpoints', {})).results).toEqual([]);
    const { secret, ...endpoint } = valueOf(await call('webhooks', 'addEndpoint', newEndpoint));
    expect(secret).toMatch(/^whsec_/);
    expect(valueOf(await call('webhooks', 'endpoints', {})).results).toEqual([endpoint]);
    const { id } = endpoint;
    const some = { id, url: `${url}/2`, description: '', statuses: ['FAILED'], confirmed: false };
    expect(valueOf(await call('webhooks', 'changeEndpoint', some))).toMatchObject({
      url: `${url}/2`,
      statuses: ['FAILED'],
    });
    expect(valueOf(await call('webhooks', 'testEndpoint', { id, confirmed: false }))).toMatchObject({
      endpoint: id,
      state: 'pending',
      event: { type: 'ferry.test', migration: null },
    });
    const rotatedResult = valueOf(await call('webhooks', 'rotateSecret', { id, confirmed: false }));
    expect(rotatedResult.secret).not.toBe(secret);
    const [observed] = valueOf(await call('webhooks', 'endpoints', {})).results;
    expect(observed?.previous_secret_until).toBe(rotatedResult.previous_secret_until);
    const disabledReply = await call('webhooks', 'changeEndpoint', { id, disabled: true, confirmed: false });
    expect(valueOf(disabledReply)).toMatchObject({ disabled: true, disabled_reason: 'person', url: `${url}/2` });
    expect(errorOf(await call('webhooks', 'testEndpoint', { id, confirmed: false }))).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringContaining('is disabled'),
    });
    valueOf(await call('webhooks', 'removeEndpoint', { id, confirmed: false }));
    expect(valueOf(await call('webhooks', 'endpoints', {})).results).toEqual([]);
    expect(errorOf(await call('webhooks', 'removeEndpoint', { id, confirmed: false })).code).toBe('not_found');
  });

  test('a URL that the service rejects returns the service’s message', async () => {
    const { call } = await openOnService();
    const refused = [
      'https://10.0.0.1/',
      'http://hooks.example.com/',
      'https://a:b@c.example/',
      'https://a.example/#b',
    ];
    for (const address of refused) {
      // The form shows messages with this prefix at the address field.
      const detail = expect.stringMatching(/^url must /);
      const addResult = await call('webhooks', 'addEndpoint', { ...newEndpoint, url: address });
      expect(errorOf(addResult), address).toMatchObject({ code: 'invalid_request', detail });
    }
  });

  test('a service without webhooks is detected by its response, and unknown fields of a newer service are ignored', async () => {
    const without = openConsole();
    await connectTo(without, (await serve(onWebhooks(json(404, { type: 'not_found', message: 'None.' })))).url);
    expect(errorOf(await without.call('webhooks', 'endpoints', {})).code).toBe('not_found');
    const recent = { delivered: 1, failed: 0, last_failure: null };
    const newer = {
      id: 'ep_1',
      url,
      description: '',
      statuses: ['MELTED'],
      disabled: true,
      disabled_reason: 'too warm',
      created: '2026-11-20T10:00:00.000Z',
      previous_secret_until: null,
      recent,
    };
    const answer = json(200, { results: [{ ...newer, region: 'north' }], page: 1 });
    const later = openConsole();
    await connectTo(later, (await serve(onWebhooks(answer))).url);
    expect(valueOf(await later.call('webhooks', 'endpoints', {})).results).toEqual([newer]);
  });
});

describe('deliveries of the service', { tags: '@W13' }, () => {
  test('deliveries are listed page by page with filters, shown with their bytes, and replayed', async () => {
    const { call } = await openOnService();
    const { id } = valueOf(await call('webhooks', 'addEndpoint', newEndpoint));
    const deliveryIds: string[] = [];
    for (let count = 0; count < 3; count += 1)
      deliveryIds.unshift(valueOf(await call('webhooks', 'testEndpoint', { id, confirmed: false })).id);
    const first = valueOf(await call('webhooks', 'deliveries', { ...allDeliveries, limit: 2 }));
    const second = valueOf(await call('webhooks', 'deliveries', { ...allDeliveries, limit: 2, after: first.next }));
    expect([...first.results, ...second.results].map((delivery) => delivery.id)).toEqual(deliveryIds);
    expect(second.next).toBeNull();
    const countDeliveries = async (more: object) =>
      valueOf(await call('webhooks', 'deliveries', { ...allDeliveries, ...more })).results.length;
    expect(await countDeliveries({ endpoint: id, state: 'pending' })).toBe(3);
    expect(await countDeliveries({ state: 'failed' })).toBe(0);
    expect(await countDeliveries({ migration: 'none & more=1' })).toBe(0);
    const [newest = ''] = deliveryIds;
    const { body } = valueOf(await call('webhooks', 'delivery', { id: newest }));
    expect(JSON.parse(body)).toMatchObject({ type: 'ferry.test', data: { id } });
    expect(valueOf(await call('webhooks', 'replayDelivery', { id: newest, confirmed: false })).id).toBe(newest);
    const since = '2020-01-01T00:00:00.000Z';
    expect(valueOf(await call('webhooks', 'replayFailed', { endpoint: id, since, confirmed: false }))).toEqual({
      replayed: 0,
    });
  });
});

describe('changes of endpoints and deliveries', { tags: ['@W12', '@T74'] }, () => {
  test('a change in production needs the user’s consent, and a read-only profile sends no change', async () => {
    for (const [more, code] of [
      [{ environment: 'production', readOnly: false }, 'confirmation_needed'],
      [{ environment: 'test', readOnly: true }, 'read_only'],
    ] as const) {
      const service = await serve(json(200, { results: [] }));
      const { call } = openConsole();
      const id = await connectTo({ call } as TestConsole, service.url, { environment: more.environment });
      if (more.readOnly) valueOf(await call('profiles', 'edit', { id, changes: { readOnly: true } }));
      for (const change of changes(call, false)) expect(errorOf(await change()).code).toBe(code);
      valueOf(await call('webhooks', 'endpoints', {}));
      expect(webhookLines(service)).toEqual(['GET /webhooks/v1/endpoints']);
    }
  });

  test('a change is sent once, even without a response', async () => {
    const service = await serve(onWebhooks((request) => void request.socket.destroy()));
    const { call } = openConsole();
    await connectTo({ call } as TestConsole, service.url);
    for (const change of changes(call, true)) expect((await change()).ok).toBe(false);
    expect(webhookLines(service)).toHaveLength(changes(call, true).length);
    expect(errorOf(await call('webhooks', 'addEndpoint', newEndpoint)).code).toBe('reply_lost');
  });
});
