import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { canFollow } from '#shared/migration-api/migration-steps.ts';
import { beginCopy, getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

let service: TestService;
beforeEach(async () => {
  service = await openTestService({ migrations: 400, companies: 10 }, { allowControl: true });
});
afterEach(() => service.end());

const control = (path: string, body?: unknown) => service.send({ method: 'POST', url: `/control/${path}`, body });
const stateOf = async (path: string) => (await service.send({ url: `${path}/state`, bearer: null })).body;

describe('control', { tags: '@X21' }, () => {
  test('control is off by default and needs an API key', { tags: '@T23' }, async () => {
    const plainService = await openTestService({ migrations: 1 });
    const body = { advance_seconds: 1 };
    expect((await plainService.send({ method: 'POST', url: '/control/clock', body })).status).toBe(404);
    await plainService.end();
    expect((await service.send({ method: 'POST', url: '/control/clock', bearer: null, body })).status).toBe(401);
  });

  test('a clock change runs due steps before it responds', async () => {
    const { path } = await openModal(service, 'a@b.example');
    const { body } = await control('clock', { advance_seconds: 3_601 });
    expect(body['offset_ms']).toBe(3_601_000);
    expect((await stateOf(path))['status']).toBe('LOGIN_ABANDONED');
    const { body: health } = await service.send({ url: '/healthz' });
    expect(Date.parse(health['now'] ?? '') - Date.now()).toBeGreaterThan(3_600_000);
  });

  test.each(['a\0b', 'a\ud83d'])(
    "the key description %j is rejected, because PostgreSQL can't store it",
    { tags: '@F32' },
    async (description) => {
      expect((await control('keys', { description })).status).toBe(400);
      expect((await control('keys', { description: 'Emoji 😀' })).status).toBe(200);
    },
  );

  test.each([{}, { advance_seconds: -1 }, { advance_seconds: 'x' }, { advance_seconds: 1, more: 1 }])(
    'the clock change %j is rejected',
    async (body) => expect((await control('clock', body)).status).toBe(400),
  );

  test('a status changes only as the transition table allows', async () => {
    const ids = new Set<string>();
    for (let page = 1; page <= 4; page++) {
      const { body } = await service.send({ url: `/api/v1/migrations?page_size=100&page=${page}` });
      for (const row of body['results'] as unknown as { id: string; status: (typeof migrationStatuses)[number] }[]) {
        const to = migrationStatuses.find((status) => !ids.has(`${row.status} ${status}`));
        if (to === undefined) continue;
        ids.add(`${row.status} ${to}`);
        const reply = await control(`migrations/${row.id}/status`, { status: to });
        expect([row.status, to, reply.status]).toEqual([row.status, to, canFollow(row.status, to) ? 200 : 409]);
        const after = await service.send({ url: `/api/v1/migrations/${row.id}` });
        expect(after.body['status']).toBe(reply.status === 200 ? to : row.status);
      }
    }
    expect(ids.size).toBeGreaterThan(40);
  });

  test('a status change by control also sets the company and the reason', async () => {
    const { path } = await openModal(service, 'ops@halden-logistics.example');
    const id = (await stateOf(path))['migration_id'];
    expect((await control(`migrations/${id}/status`, { status: 'WORKING' })).status).toBe(409);
    for (const status of ['NOT_STARTED', 'WORKING', 'PENDING_USER_INPUT']) {
      expect((await control(`migrations/${id}/status`, { status })).status).toBe(200);
    }
    expect(await stateOf(path)).toMatchObject({ status: 'PENDING_USER_INPUT', company_name: 'Halden Logistics' });
    await control(`migrations/${id}/status`, { status: 'WORKING' });
    await control(`migrations/${id}/status`, { status: 'FAILED' });
    expect(await stateOf(path)).toMatchObject({ status: 'FAILED', reason: 'stopped', can_retry: true });
  });

  test('an invalid ID or status gets a 400, and an unknown ID gets a 404', async () => {
    const unknown = '00000000-0000-4000-8000-000000000000';
    expect((await control('migrations/x/status', { status: 'FAILED' })).status).toBe(400);
    expect((await control(`migrations/${unknown}/status`, { status: 'FAILED' })).status).toBe(404);
    expect((await control(`migrations/${unknown}/status`, { status: 'DONE' })).status).toBe(400);
  });

  test('a scenario applies to the next migration and overrides practice users', async () => {
    await control('scenario', { next: 'partial', times: 1 });
    const [first, second] = [
      await openModal(service, 'failing@x.example'),
      await openModal(service, 'failing@x.example'),
    ];
    for (const { path } of [first, second]) await beginCopy(service, path, 'good@x.example');
    await control('clock', { advance_seconds: 9 });
    expect((await stateOf(first.path))['status']).toBe('COMPLETED_WITH_FAILURES');
    expect((await stateOf(second.path))['status']).toBe('COMPLETE');
    expect((await control('scenario', { next: 'splendid' })).status).toBe(400);
  });

  test('an expire call ends every token and unfinished login immediately', async () => {
    const { path, accessToken } = await openModal(service, 'a@b.example');
    const createdReply = await service.send({ method: 'POST', url: '/api/v1/link-token', body: {} });
    const token: string = createdReply.body['link_token'] ?? '';
    await control('tokens/expire');
    const url = '/api/v1/access-token';
    const lateReply = await service.send({ method: 'POST', url, bearer: token, body: { link_token: token } });
    expect(lateReply.body.message).toBe('The link token has expired.');
    expect((await service.send({ url: '/api/v1/migration-modal', bearer: accessToken })).status).toBe(401);
    expect(await stateOf(path)).toMatchObject({ status: 'LOGIN_ABANDONED', reason: 'session_over' });
    expect(await getAccessToken(service)).not.toBe('');
  });

  test('a reset restores data and clock and keeps the keys', async () => {
    const list = async () => (await service.send({ url: '/api/v1/migrations?page_size=100' })).text;
    const before = await list();
    await openModal(service, 'a@b.example');
    await control('clock', { advance_seconds: 500 });
    expect(await list()).not.toBe(before);
    expect((await control('reset', { seed: 1 })).body).toEqual({ seed: 1, migrations: 400, companies: 10 });
    expect(await list()).toBe(before);
    const { body } = await service.send({ url: '/healthz' });
    expect(Math.abs(Date.parse(body['now'] ?? '') - Date.now())).toBeLessThan(60_000);
    const bothReplies = await Promise.all([control('reset', { seed: 2 }), control('reset')]);
    expect(bothReplies.map(({ status }) => status)).toEqual([200, 200]);
    expect(await list()).not.toBe(before);
    expect((await service.store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(400);
  });
});
