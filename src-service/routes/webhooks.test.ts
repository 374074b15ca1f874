import fc from 'fast-check';
import { pino } from 'pino';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { keyScopes } from '#shared/migration-api/key-scopes.ts';
import { makeApiKey } from '../store/secrets.ts';
import { isPostgres } from '../testing/test-data.ts';
import { openTestService, type TestReply, type TestRequest, type TestService } from '../testing/test-service.ts';

const base = '/webhooks/v1';
const url = 'https://hooks.example.com/ferry?token=path-canary';

let service: TestService;
let log = '';
beforeAll(async () => {
  const write = (line: string): void => void (log += line);
  const logger = pino({ level: 'trace' }, { write });
  service = await openTestService({ migrations: 2, companies: 1 }, { logger, accessLog: write });
});
afterAll(() => service.end());

const keyOf = async (organization: string, scopes = keyScopes): Promise<string> => {
  const wanted = { organization, description: 'test', scopes };
  return (await makeApiKey(service.store.keys, wanted, await service.clock.now())).apiKey;
};

/** Creates an organization, and returns a function that calls the API with its key. */
const asOrganization = async (name: string) => {
  const bearer = await keyOf(name);
  const send = (method: NonNullable<TestRequest['method']>, path: string, body?: unknown): Promise<TestReply> =>
    service.send({ method, url: `${base}${path}`, bearer, ...(body !== undefined && { body }) });
  const add = async (more: object = {}): Promise<{ id: string; secret: string }> =>
    (await send('POST', '/endpoints', { url, ...more })).body as unknown as { id: string; secret: string };
  return { bearer, send, add };
};

const auditOf = async (subject: string): Promise<unknown[]> => {
  const entries = await service.store.audit.read(0, 10_000);
  return entries.map(({ text }) => JSON.parse(text)).filter((entry) => entry.subject === subject);
};

describe('endpoints', { tags: '@X23' }, () => {
  test('endpoints are created, listed, changed and deleted, each with an audit log entry', async () => {
    const { send, add } = await asOrganization('One');
    const createResult = await send('POST', '/endpoints', { url: 'https://HOOKS.example.com', description: ' mine ' });
    expect(createResult.status).toBe(200);
    const id: string = createResult.body['id'] ?? '';
    expect(createResult.body).toMatchObject({
      url: 'https://hooks.example.com/',
      description: 'mine',
      statuses: null,
      disabled: false,
      disabled_reason: null,
      recent: { delivered: 0, failed: 0, last_failure: null },
      secret: expect.stringMatching(/^whsec_[\w+/]{43}=$/),
    });
    const other = await add({ statuses: ['FAILED', 'COMPLETE', 'FAILED'] });
    const listed = (await send('GET', '/endpoints')).body['results'] as unknown as { id: string; statuses: string[] }[];
    expect(listed.map((endpoint) => endpoint.id).toSorted()).toEqual([id, other.id].toSorted());
    expect(listed.find((endpoint) => endpoint.id === other.id)?.statuses).toEqual(['COMPLETE', 'FAILED']);
    const changeResult = await send('PATCH', `/endpoints/${id}`, { statuses: ['FAILED'], disabled: true });
    expect(changeResult.body).toMatchObject({ description: 'mine', statuses: ['FAILED'], disabled_reason: 'person' });
    expect((await send('POST', `/endpoints/${id}/test`)).status).toBe(409);
    expect((await send('PATCH', `/endpoints/${id}`, { disabled: false, statuses: null })).body).toMatchObject({
      disabled: false,
      disabled_reason: null,
      statuses: null,
    });
    const testedReply = await send('POST', `/endpoints/${id}/test`);
    expect(testedReply.body).toMatchObject({ endpoint: id, state: 'pending' });
    await send('POST', `/deliveries/${testedReply.body['id']}/replay`);
    const rotatedReply = await send('POST', `/endpoints/${id}/rotate`);
    expect(rotatedReply.body['secret']).not.toBe(createResult.body['secret']);
    expect((await send('DELETE', `/endpoints/${id}`)).status).toBe(204);
    expect((await send('DELETE', `/endpoints/${id}`)).status).toBe(404);
    expect((await send('GET', '/endpoints')).body['results']).toHaveLength(1);
    expect((await auditOf(id)).map((entry) => (entry as { action: string }).action)).toEqual(
      ['create', 'change', 'change', 'test', 'replay', 'rotate', 'remove'].map((action) => `webhook.${action}`),
    );
  });

  test('an organization has at most 20 endpoints, even with concurrent calls', { tags: ['@X30', '@A19'] }, async () => {
    const { send } = await asOrganization('Many');
    // On a busy machine, PostgreSQL's lock timeout of 3 s can end a call with a 503, which callers retry.
    const post = async (triesLeft: number): ReturnType<typeof send> => {
      const reply = await send('POST', '/endpoints', { url });
      return isPostgres && reply.status === 503 && triesLeft > 1 ? post(triesLeft - 1) : reply;
    };
    const replies = await Promise.all(Array.from({ length: 25 }, () => post(3)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(20);
    const refusals = replies.filter(({ status }) => status !== 200);
    expect(refusals.map(({ status, body }) => `${status} ${body.type}`)).toEqual(Array(5).fill('409 api_error'));
    const [{ id } = { id: '' }] = (await send('GET', '/endpoints')).body['results'] as unknown as { id: string }[];
    await send('DELETE', `/endpoints/${id}`);
    expect((await send('POST', '/endpoints', { url })).status).toBe(200);
  });

  test('invalid input gets a message that names the field, and changes nothing', async () => {
    const { send, add } = await asOrganization('Strict');
    const { id } = await add();
    const before = (await send('GET', '/endpoints')).body['results'];
    const wrong: readonly (readonly [object, string])[] = [
      [{}, 'url'],
      [{ url: 1 }, 'url'],
      [{ url: '' }, 'url'],
      [{ url: `https://hooks.example.com/${'x'.repeat(2_048)}` }, 'url'],
      [{ url: 'http://hooks.example.com/' }, 'url'],
      [{ url: 'https://127.0.0.1/' }, 'url'],
      [{ url, statuses: ['DONE'] }, 'statuses'],
      [{ url, statuses: [] }, 'statuses'],
      [{ url, statuses: 'FAILED' }, 'statuses'],
      [{ url, description: 'x'.repeat(201) }, 'description'],
      [{ url, description: 'a\0b' }, 'description'],
    ];
    for (const [body, name] of wrong) {
      const createResult = await send('POST', '/endpoints', body);
      expect([createResult.status, createResult.body.message]).toEqual([400, expect.stringMatching(`^${name} `)]);
      if (Object.keys(body).length === 0) continue;
      expect((await send('PATCH', `/endpoints/${id}`, body)).status, JSON.stringify(body)).toBe(400);
    }
    expect((await send('PATCH', `/endpoints/${id}`, { disabled: 'yes' })).status).toBe(400);
    expect((await send('POST', `/endpoints/${id}/replay`, { since: 'yesterday' })).status).toBe(400);
    for (const query of ['state=gone', 'after=x', 'limit=0', 'limit=101', 'endpoint=', 'state=failed&state=pending'])
      expect((await send('GET', `/deliveries?${query}`)).status, query).toBe(400);
    expect((await send('GET', '/endpoints')).body['results']).toEqual(before);
  });

  test('an invalid endpoint ID is refused or unknown', async () => {
    const { send, add } = await asOrganization('Ids');
    await add();
    const part = fc.constantFrom('\0', '\uFFFD', '\u202E', "'", '%', '$1', ' ', 'ep_', 'dlv_', '🙂', 'a'.repeat(101));
    const odd = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1, maxLength: 40 }),
      fc.array(part, { minLength: 1, maxLength: 4 }).map((parts) => parts.join('')),
    );
    const encoded = odd
      .map((text) => encodeURIComponent(text.toWellFormed()))
      .filter((text) => !/^\.{1,2}$/.test(text));
    const check = async (id: string): Promise<void> => {
      for (const name of ['endpoint', 'migration'])
        expect([200, 400], `${name} ${id}`).toContain((await send('GET', `/deliveries?${name}=${id}`)).status);
      const calls = [
        ['PATCH', `/endpoints/${id}`, { description: 'x' }],
        ['DELETE', `/endpoints/${id}`],
        ['POST', `/endpoints/${id}/rotate`],
        ['POST', `/endpoints/${id}/test`],
        ['POST', `/endpoints/${id}/replay`, { since: '2026-11-20T14:32:00Z' }],
        ['POST', `/deliveries/${id}/replay`],
        ['GET', `/deliveries/${id}`],
      ] as const;
      for (const [method, path, body] of calls)
        expect([400, 404], `${method} ${path}`).toContain((await send(method, path, body)).status);
    };
    const stored = encodeURIComponent('a\0b');
    expect((await send('GET', `/deliveries?endpoint=${stored}`)).status).toBe(400);
    expect((await send('POST', `/endpoints/${stored}/test`)).status).toBe(400);
    await check('%00');
    await fc.assert(fc.asyncProperty(encoded, check), { numRuns: 15 });
  });

  test('the deliveries are listed in pages, newest first, and filtered by endpoint and state', async () => {
    const { send, add } = await asOrganization('Pages');
    const [one, other] = [await add(), await add()];
    const created: string[] = [];
    for (let count = 0; count < 7; count++) {
      const { id } = count === 3 ? other : one;
      created.unshift((await send('POST', `/endpoints/${id}/test`)).body['id'] ?? '');
    }
    const read: string[] = [];
    let next: string | null = '';
    for (let pages = 0; pages < 4 && next !== null; pages++) {
      const page: TestReply = await send('GET', `/deliveries?limit=3${next === '' ? '' : `&after=${next}`}`);
      read.push(...(page.body['results'] as unknown as { id: string }[]).map(({ id }) => id));
      next = page.body['next'] ?? null;
    }
    expect(read).toEqual(created);
    expect(next).toBeNull();
    const listDeliveries = async (query: string) => (await send('GET', `/deliveries?${query}`)).body['results'];
    expect(await listDeliveries(`endpoint=${other.id}`)).toHaveLength(1);
    expect(await listDeliveries('state=pending')).toHaveLength(7);
    expect(await listDeliveries('state=failed')).toHaveLength(0);
  });

  test('a delivery is listed with its body until its endpoint is deleted', async () => {
    const { send, add } = await asOrganization('Bytes');
    const { id } = await add();
    const created = (await send('POST', `/endpoints/${id}/test`)).body;
    const { body, ...delivery } = (await send('GET', `/deliveries/${created['id']}`)).body;
    expect(delivery).toEqual(created);
    expect(JSON.parse(body ?? '')).toMatchObject({ type: 'ferry.test', data: { object: 'endpoint', id } });
    expect((await send('GET', '/deliveries/dlv_0')).status).toBe(404);
    await send('DELETE', `/endpoints/${id}`);
    expect((await send('GET', `/deliveries/${created['id']}`)).status).toBe(404);
  });
});

describe('keys', { tags: ['@X23', '@T52'] }, () => {
  test('a key with `read` changes nothing, and a key without `read` reads nothing', async () => {
    const { send, add } = await asOrganization('Scopes');
    const { id } = await add();
    const delivery = (await send('POST', `/endpoints/${id}/test`)).body['id'];
    const calls = [
      ['GET', '/endpoints'],
      ['GET', '/deliveries'],
      ['GET', `/deliveries/${delivery}`],
      ['POST', '/endpoints'],
      ['PATCH', `/endpoints/${id}`],
      ['POST', `/endpoints/${id}/rotate`],
      ['POST', `/endpoints/${id}/test`],
      ['POST', `/endpoints/${id}/replay`],
      ['POST', '/deliveries/dlv_1/replay'],
      ['DELETE', `/endpoints/${id}`],
    ] as const;
    const before = (await send('GET', '/endpoints')).body['results'];
    for (const scopes of [['read'], ['link'], []] as const) {
      const bearer = await keyOf('Scopes', scopes as never);
      for (const [method, path] of calls) {
        const reply = await service.send({
          method,
          url: `${base}${path}`,
          bearer,
          ...(method !== 'GET' && { body: {} }),
        });
        const isTaken = method === 'GET' && scopes[0] === 'read';
        expect(reply.status, `${method} ${path} ${scopes.join()}`).toBe(isTaken ? 200 : 403);
      }
    }
    for (const [method, path] of calls) {
      const reply = await service.send({ method, url: `${base}${path}`, bearer: null });
      expect([reply.status, reply.headers['www-authenticate']]).toEqual([401, 'Bearer']);
    }
    expect((await send('GET', '/endpoints')).body['results']).toEqual(before);
  });
});

describe('endpoints of other organizations', { tags: ['@X23', '@T75'] }, () => {
  test('no call finds an endpoint of another organization', async () => {
    const [owner, stranger] = [await asOrganization('Owner'), await asOrganization('Stranger')];
    const { id } = await owner.add();
    const delivery = (await owner.send('POST', `/endpoints/${id}/test`)).body['id'];
    const before = [
      (await owner.send('GET', '/endpoints')).body['results'],
      (await owner.send('GET', '/deliveries')).body['results'],
    ];
    const since = { since: '2020-01-01T00:00:00Z' };
    const calls = [
      ['PATCH', (of: string) => `/endpoints/${of}`, { disabled: true }],
      ['POST', (of: string) => `/endpoints/${of}/rotate`, {}],
      ['POST', (of: string) => `/endpoints/${of}/test`, {}],
      ['POST', (of: string) => `/endpoints/${of}/replay`, since],
      ['DELETE', (of: string) => `/endpoints/${of}`, undefined],
    ] as const;
    for (const [method, path, body] of calls) {
      const [real, none] = [
        await stranger.send(method, path(id), body),
        await stranger.send(method, path('ep_0'), body),
      ];
      expect([real.status, real.text]).toEqual([404, none.text]);
    }
    const replayed = await stranger.send('POST', `/deliveries/${delivery}/replay`, {});
    expect([replayed.status, replayed.text]).toEqual([
      404,
      (await stranger.send('POST', '/deliveries/dlv_0/replay', {})).text,
    ]);
    const read = await stranger.send('GET', `/deliveries/${delivery}`);
    expect([read.status, read.text]).toEqual([404, (await stranger.send('GET', '/deliveries/dlv_0')).text]);
    for (const query of ['', `?endpoint=${id}`]) {
      expect((await stranger.send('GET', `/deliveries${query}`)).body['results']).toEqual([]);
    }
    expect((await stranger.send('GET', '/endpoints')).body['results']).toEqual([]);
    expect([
      (await owner.send('GET', '/endpoints')).body['results'],
      (await owner.send('GET', '/deliveries')).body['results'],
    ]).toEqual(before);
  });
});

describe('secrets of endpoints', { tags: ['@X23', '@T74'] }, () => {
  test('a secret is only in the response that creates it', async () => {
    const { send, add } = await asOrganization('Secretive');
    const { id, secret } = await add({ description: 'quiet' });
    const rotated: string = (await send('POST', `/endpoints/${id}/rotate`)).body['secret'] ?? '';
    const delivery = (await send('POST', `/endpoints/${id}/test`)).body['id'];
    const replies = [
      await send('GET', '/endpoints'),
      await send('PATCH', `/endpoints/${id}`, { description: 'quieter' }),
      await send('GET', '/deliveries'),
      await send('GET', `/deliveries/${delivery}`),
      await send('POST', `/deliveries/${delivery}/replay`),
      await send('POST', `/endpoints/${id}/replay`, { since: '2020-01-01T00:00:00Z' }),
      await send('DELETE', `/endpoints/${id}`),
    ];
    const audit = (await service.store.audit.read(0, 10_000)).map(({ text }) => text).join('\n');
    for (const canary of [secret, rotated].map((text) => text.slice('whsec_'.length))) {
      expect(canary).toHaveLength(44);
      expect(replies.map(({ text }) => text).join('\n')).not.toContain(canary);
      expect(log).not.toContain(canary);
      expect(audit).not.toContain(canary);
    }
    // The URL may contain a secret of its receiver, so only the list of endpoints shows it.
    expect(log + audit).not.toContain('path-canary');
    expect(log).toContain('/webhooks/v1/endpoints');
  });
});

test(
  "the lists include the organization's current time, even after its clock was moved",
  { tags: '@X23' },
  async () => {
    const { send, add } = await asOrganization('Moved');
    const organization = (await service.store.brands.find('Moved')) ?? 0;
    await add();
    const threeDaysMs = 3 * 24 * 3_600_000;
    await service.store.clock.advance(organization, threeDaysMs);
    const startedAt = (await service.clock.now()) + threeDaysMs;
    for (const path of ['/endpoints', '/deliveries']) {
      const now = Date.parse(String((await send('GET', path)).body['now']));
      expect(now).toBeGreaterThanOrEqual(startedAt);
      expect(now).toBeLessThanOrEqual((await service.clock.now()) + threeDaysMs);
    }
  },
);
