import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { apiErrorSchema, nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { defaultScopes, type KeyScope, keyScopes } from '#shared/migration-api/key-scopes.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { listSessions, readActivity, readFunnel } from '#shared/activity-api/activity.ts';
import { readReceipt } from '#shared/reports-api/receipts.ts';
import { readReport, readReportItems } from '#shared/reports-api/reports.ts';
import { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import { makeApiKey } from '../store/secrets.ts';
import { openTestService, type TestRequest, type TestService } from '../testing/test-service.ts';

let service: TestService;
let nested: TestService;
/** One key of each set of scopes. */
let keys: readonly { readonly set: readonly KeyScope[]; readonly apiKey: string }[];
beforeAll(async () => {
  service = await openTestService({ migrations: 3, companies: 1 }, { allowControl: true });
  nested = await openTestService({ migrations: 0, companies: 0 }, { errorShape: 'nested' });
  keys = await Promise.all(sets.map(async (set) => ({ set, apiKey: await keyWith(set) })));
});
afterAll(() => Promise.all([service.end(), nested.end()]));

const keyWith = async (scopes: readonly KeyScope[], at = service): Promise<string> =>
  (await makeApiKey(at.store.keys, { description: 'some', scopes }, await at.clock.now())).apiKey;

/** Every set of scopes, including the empty one, which no command creates. */
const sets = keyScopes.reduce<readonly (readonly KeyScope[])[]>(
  (before, scope) => [...before, ...before.map((set) => [...set, scope])],
  [[]],
);
const all: readonly Operation[] = [
  ...Object.values(operations),
  ...Object.values(webhookCalls),
  readReport,
  readReportItems,
  readReceipt,
  readActivity,
  readFunnel,
  listSessions,
];
const acceptedForKeys = all.filter(({ credential }) => credential.endsWith('api-key'));
const requestOf = ({ method, path, body }: Operation): TestRequest => ({
  method,
  url: path.replaceAll(/\{\w+\}/g, '00000000-0000-4000-8000-000000000000'),
  ...(body && { body: {} }),
});

describe('scopes', { tags: ['@X25', '@T52'] }, () => {
  test('every operation with a key has a scope, except the operation that only checks the key', () => {
    const open = acceptedForKeys.filter(({ scopes }) => scopes === undefined).map(({ id }) => id);
    expect(open).toEqual(['api.v1.healthz']);
  });

  test.each(acceptedForKeys)('$id accepts the keys with its scope, and refuses all others', async (operation) => {
    const { method, scopes = [], ownScope } = operation;
    const methods = method === 'GET' ? (['GET', 'HEAD'] as const) : [method];
    const takes = (set: readonly KeyScope[]): boolean =>
      scopes.every((scope) => set.includes(scope)) || (ownScope !== undefined && set.includes(ownScope));

    const before = await service.data.countRows();
    for (const { set, apiKey: bearer } of keys.filter((key) => !takes(key.set))) {
      const key = `a key with ${set.join(' and ') || 'no scope'}`;
      const missing = ownScope ?? scopes.find((scope) => !set.includes(scope));
      for (const each of methods) {
        const reply = await service.send({ ...requestOf(operation), method: each, bearer });
        expect(reply.status, key).toBe(403);
        if (each === 'HEAD') continue;
        expect(apiErrorSchema.parse(reply.body).message, key).toBe(`This API key doesn't have the ${missing} scope.`);
      }
    }
    expect(await service.data.countRows()).toEqual(before);

    for (const { set, apiKey: bearer } of keys.filter((key) => takes(key.set))) {
      for (const each of methods) {
        const reply = await service.send({ ...requestOf(operation), method: each, bearer });
        expect(reply.status, `a key with ${set.join(' and ')}`).not.toBe(403);
      }
    }
  });

  test('a key without the scope is refused before any other check and before the body is read', async () => {
    const bearer = await keyWith(['link']);
    expect((await service.send({ url: '/api/v1/migrations?page=x', bearer })).status).toBe(403);
    expect((await service.send({ url: '/api/v1/migrations/no-uuid', bearer })).status).toBe(403);
    const reader = await keyWith(['read']);
    const body = { method: 'POST', url: '/api/v1/link-token', bearer: reader, body: '{"' } as const;
    expect((await service.send(body)).status).toBe(403);
    expect((await service.send({ ...body, bearer: service.apiKey })).status).toBe(400);
  });

  test('a revoked key gets 401 for everything and sees no scopes', async () => {
    const { apiKey, stored } = await makeApiKey(service.store.keys, { description: 'some', scopes: ['read'] }, 1);
    await service.store.keys.revoke(stored.id, { by: 'test', now: 2 });
    for (const operation of acceptedForKeys) {
      expect((await service.send({ ...requestOf(operation), bearer: apiKey })).status).toBe(401);
    }
  });

  test('control needs a key with both default scopes', async () => {
    for (const { set, apiKey: bearer } of keys) {
      const reply = await service.send({
        url: '/control/state',
        bearer,
        headers: { host: '127.0.0.1:80' },
      });
      expect(reply.status).toBe(defaultScopes.every((scope) => set.includes(scope)) ? 200 : 403);
    }
  });

  test('nested errors have the code `forbidden`', async () => {
    const reply = await nested.send({ url: '/api/v1/companies', bearer: await keyWith(['link'], nested) });
    expect(reply.status).toBe(403);
    expect(nestedApiErrorSchema.parse(reply.body).error.code).toBe('forbidden');
  });

  test("refused requests count toward their key's rate limit", async () => {
    const limitedService = await openTestService({ migrations: 0, companies: 0 }, { rateLimit: 3 });
    const bearer = await keyWith(['link'], limitedService);
    const statuses = [];
    for (let call = 0; call < 5; call++)
      statuses.push((await limitedService.send({ url: '/api/v1/companies', bearer })).status);
    expect(statuses).toEqual([403, 403, 403, 429, 429]);
    expect((await limitedService.send({ url: '/api/v1/companies' })).status).toBe(200);
    await limitedService.end();
  });
});
