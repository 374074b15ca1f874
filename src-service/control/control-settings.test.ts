import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginCopy, getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 20, companies: 5 }, { allowControl: true });
});
afterEach(() => service.end());

const control = (path: string, body?: unknown) => service.send({ method: 'POST', url: `/control/${path}`, body });
const sendDelete = (path: string) => service.send({ method: 'DELETE', url: `/control/${path}` });
const state = async () => (await service.send({ url: '/control/state' })).body as Record<string, unknown>;

describe('control settings', { tags: '@X21' }, () => {
  test('the control state shows the current clock, scenario, rules and seed', async () => {
    expect(await state()).toMatchObject({
      offset_ms: 0,
      scenario: null,
      rules: [],
      seed: { seed: 1, migrations: 20, companies: 5 },
    });
    await control('clock', { advance_seconds: 61 });
    await control('scenario', { next: 'failing', times: 2 });
    await control('faults', { rules: [{ match: { path: '/healthz' }, effect: { status: 503 }, times: 3 }] });
    await service.send({ url: '/healthz' });
    await openModal(service, 'a@b.example');
    const after = await state();
    expect(after).toMatchObject({
      offset_ms: 61_000,
      scenario: { next: 'failing', times: 1 },
      rules: [{ id: 1, met: 1, held: 0, times: 3, effect: { status: 503 } }],
    });
    expect(Date.parse(String(after['now'])) - Date.now()).toBeGreaterThan(55_000);
    await sendDelete('scenario');
    await sendDelete('faults');
    expect(await state()).toMatchObject({ scenario: null, rules: [] });
  });

  test('the control state needs an API key', { tags: '@T23' }, async () => {
    expect((await service.send({ url: '/control/state', bearer: null })).status).toBe(401);
    expect((await service.send({ url: '/control/state', bearer: await getAccessToken(service) })).status).toBe(401);
  });

  test('deleting one rule keeps the other rules, and an unknown rule gets a 404', async () => {
    const rule = (status: number) => ({ match: { path: '/healthz' }, effect: { status } });
    await control('faults', { rules: [rule(501), rule(502)] });
    expect((await service.send({ url: '/healthz' })).status).toBe(501);
    expect((await sendDelete('faults/1')).body['rules']).toMatchObject([{ id: 2 }]);
    expect((await service.send({ url: '/healthz' })).status).toBe(502);
    expect((await sendDelete('faults/1')).status).toBe(404);
    expect((await sendDelete('faults/x')).status).toBe(400);
  });

  test('resetting the clock expires all tokens and continues copies', { tags: '@X2' }, async () => {
    await control('clock', { advance_seconds: 7_200 });
    const { path } = await openModal(service, 'a@b.example');
    await beginCopy(service, path, 'slow@x.example');
    const accessToken = await getAccessToken(service);
    expect((await sendDelete('clock')).body['offset_ms']).toBe(0);
    expect((await state())['offset_ms']).toBe(0);
    expect((await service.send({ url: '/api/v1/migration-modal', bearer: accessToken })).status).toBe(401);
    const status = async () => (await service.send({ url: `${path}/state`, bearer: null })).body['status'];
    expect(await status()).toBe('WORKING');
    await control('clock', { advance_seconds: 181 });
    expect(await status()).toBe('COMPLETE');
    expect((await sendDelete('clock')).body['offset_ms']).toBe(0);
    expect((await sendDelete('clock')).body['offset_ms']).toBe(0);
  });

  test('the counts of a reset become the default of the next reset', { tags: '@X3' }, async () => {
    const wanted = { seed: 7, migrations: 33, companies: 4 };
    expect((await control('reset', wanted)).body).toEqual(wanted);
    const { body } = await service.send({ url: '/api/v1/migrations?page_size=10' });
    expect(body['page']).toEqual({ size: 10, total: 33 });
    expect((await control('reset')).body).toEqual(wanted);
    expect((await control('reset', { migrations: 100_001 })).status).toBe(400);
    expect((await state())['seed']).toEqual(wanted);
  });

  test('revoking a test key revokes its tokens and logins', { tags: ['@X2', '@T17'] }, async () => {
    const created = await control('keys', { description: 'Token lab' });
    const bearer = String(created.body['apiKey']);
    const link = await service.send({ method: 'POST', url: '/api/v1/link-token', bearer, body: {} });
    expect(link.status).toBe(200);
    expect((await control(`keys/${created.body['id']}/revoke`)).body).toMatchObject({ revoked: true });
    expect((await service.send({ url: '/healthz', bearer })).status).toBe(401);
    const token = String(link.body['link_token']);
    const exchange = {
      method: 'POST',
      url: '/api/v1/access-token',
      bearer: token,
      body: { link_token: token },
    } as const;
    expect((await service.send(exchange)).status).toBe(401);
    expect((await control('keys/00000000-0000-4000-8000-000000000000/revoke')).status).toBe(404);
    expect((await control('keys', { description: ' ' })).status).toBe(400);
  });
});
