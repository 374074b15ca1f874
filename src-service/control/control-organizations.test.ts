import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beginCopy, getAccessToken, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { makeApiKey } from '../store/secrets.ts';

let ours: TestService;
/** The same service with a key of another organization. */
let theirs: TestService;
beforeEach(async () => {
  ours = await openTestService({ migrations: 20, companies: 5 }, { allowControl: true });
  const wanted = { description: 'theirs', organization: 'Harbourside' };
  const { apiKey } = await makeApiKey(ours.store.keys, wanted, Date.now());
  theirs = { ...ours, apiKey, send: ({ bearer = apiKey, ...request }) => ours.send({ bearer, ...request }) };
});
afterEach(() => ours.end());

const control = ({ send }: TestService, path: string, body?: unknown) =>
  send({ method: 'POST', url: `/control/${path}`, body });
const sendDelete = ({ send }: TestService, path: string) => send({ method: 'DELETE', url: `/control/${path}` });
const stateOf = async ({ send }: TestService) => {
  const { body } = await send({ url: '/control/state' });
  return body as Record<string, unknown>;
};
const listOf = async ({ send }: TestService) => (await send({ url: '/api/v1/migrations?page_size=100' })).text;
const modalState = async ({ send }: TestService, path: string) =>
  (await send({ url: `${path}/state`, bearer: null })).body;
const healthOf = async ({ send }: TestService) => Date.parse((await send({ url: '/healthz' })).body['now'] ?? '');
const resumes = async ({ send }: TestService, bearer: string) =>
  (await send({ url: '/api/v1/migration-modal', bearer })).status;

describe("control affects only the caller's organization", () => {
  test(
    'moving the clock changes no clock, token or copy of another organization',
    { tags: ['@X21', '@T23'] },
    async () => {
      const { path, accessToken } = await openModal(ours, 'a@b.example');
      await beginCopy(ours, path, 'slow@x.example');
      const login = await openModal(ours, 'c@d.example');
      const lateModal = await openModal(theirs, 'a@b.example');
      expect((await control(theirs, 'clock', { advance_seconds: 7_200 })).body['offset_ms']).toBe(7_200_000);
      expect((await healthOf(theirs)) - (await healthOf(ours))).toBeGreaterThan(7_190_000);
      expect(await resumes(ours, accessToken)).toBe(200);
      expect(await resumes(theirs, lateModal.accessToken)).toBe(401);
      expect(await modalState(ours, path)).toMatchObject({ status: 'WORKING', session_over: false });
      expect(await modalState(ours, login.path)).toMatchObject({ status: 'NOT_READY' });
      expect(await modalState(theirs, lateModal.path)).toMatchObject({ status: 'LOGIN_ABANDONED' });
      const freshModal = await openModal(theirs, 'e@f.example');
      expect((await sendDelete(ours, 'clock')).status).toBe(200);
      expect(await resumes(theirs, freshModal.accessToken)).toBe(200);
      expect((await stateOf(theirs))['offset_ms']).toBe(7_200_000);
      expect((await sendDelete(theirs, 'clock')).body['offset_ms']).toBe(0);
      expect(await resumes(theirs, freshModal.accessToken)).toBe(401);
      expect(await resumes(ours, accessToken)).toBe(200);
    },
  );

  test("tokens expire by their organization's clock", { tags: ['@X21', '@T23'] }, async () => {
    await control(theirs, 'clock', { advance_seconds: 100_000 });
    const created = await theirs.send({ method: 'POST', url: '/api/v1/link-token', body: {} });
    const token = String(created.body['link_token']);
    const exchange = { method: 'POST', url: '/api/v1/access-token', body: { link_token: token } } as const;
    await control(theirs, 'clock', { advance_seconds: 61 });
    expect((await ours.send({ ...exchange, bearer: token })).body.message).toBe('The link token has expired.');
    const accessToken = await getAccessToken(theirs);
    await control(ours, 'clock', { advance_seconds: 1_000_000 });
    expect(await resumes(ours, accessToken)).toBe(404);
    await control(theirs, 'clock', { advance_seconds: 3_601 });
    expect(await resumes(ours, accessToken)).toBe(401);
  });

  test("expiring tokens ends only the caller's tokens and unfinished logins", { tags: ['@X21', '@T23'] }, async () => {
    const [our, their] = [await openModal(ours, 'a@b.example'), await openModal(theirs, 'a@b.example')];
    expect((await control(theirs, 'tokens/expire')).body).toEqual({ expired: true });
    expect(await resumes(ours, our.accessToken)).toBe(200);
    expect(await resumes(theirs, their.accessToken)).toBe(401);
    expect(await modalState(ours, our.path)).toMatchObject({ status: 'NOT_READY', session_over: false });
    expect(await modalState(theirs, their.path)).toMatchObject({ status: 'LOGIN_ABANDONED' });
  });

  test("a reset seeds only the caller's organization", { tags: ['@X21', '@T23'] }, async () => {
    await control(ours, 'clock', { advance_seconds: 5 });
    const { path, accessToken } = await openModal(ours, 'a@b.example');
    const before = await listOf(ours);
    const filled = { seed: 1, migrations: 12, companies: 3 };
    expect((await control(theirs, 'reset', filled)).body).toEqual(filled);
    expect(await listOf(ours)).toBe(before);
    expect(await stateOf(ours)).toMatchObject({ offset_ms: 5_000, seed: { migrations: 20 } });
    expect(await resumes(ours, accessToken)).toBe(200);
    expect(await modalState(ours, path)).toMatchObject({ status: 'NOT_READY' });
    const { body } = await theirs.send({ url: '/api/v1/companies' });
    expect(body['page']).toEqual({ size: 10, total: 3 });
    const [own] = (await ours.store.keys.list()).filter(({ organization }) => organization === 'Harbourside');
    expect(body['results']).toMatchObject([{ organization_id: own?.organizationId }, {}, {}]);

    const their = await openModal(theirs, 'a@b.example');
    const otherList = await listOf(theirs);
    expect((await control(ours, 'reset')).body).toEqual({ seed: 1, migrations: 20, companies: 5 });
    expect(await listOf(theirs)).toBe(otherList);
    expect(await resumes(theirs, their.accessToken)).toBe(200);
    expect(await resumes(ours, accessToken)).toBe(401);
    expect((await control(theirs, 'reset')).body).toEqual(filled);
    expect((await ours.store.migrations.page(1, { page: 1, pageSize: 1 })).total).toBe(20);
    const bothReplies = await Promise.all([control(ours, 'reset', { seed: 3 }), control(theirs, 'reset', { seed: 3 })]);
    expect(bothReplies.map(({ status }) => status)).toEqual([200, 200]);
  });

  test(
    "fault rules match only the caller's requests, by key, token and modal",
    { tags: ['@X20', '@T23'] },
    async () => {
      const their = await openModal(theirs, 'a@b.example');
      const our = await openModal(ours, 'a@b.example');
      const created = await theirs.send({ method: 'POST', url: '/api/v1/link-token', body: {} });
      const link = String(created.body['link_token']);
      await control(theirs, 'faults', { rules: [{ effect: { status: 503 } }] });
      const statuses = async (service: TestService, { path, accessToken }: typeof our) => [
        (await service.send({ url: '/healthz' })).status,
        (await service.send({ url: '/api/v1/migrations' })).status,
        (await service.send({ url: '/api/v1/migration-modal', bearer: accessToken })).status,
        (await service.send({ url: `${path}/state`, bearer: null })).status,
        (await service.send({ url: path, bearer: null })).status,
      ];
      expect(await statuses(ours, our)).toEqual([200, 200, 200, 200, 200]);
      expect(await statuses(theirs, their)).toEqual([503, 503, 503, 503, 503]);
      const exchange = {
        method: 'POST',
        url: '/api/v1/access-token',
        bearer: link,
        body: { link_token: link },
      } as const;
      expect((await ours.send(exchange)).status).toBe(503);
      for (const bearer of [null, 'ferry_test_unknown', 'unknown']) {
        expect((await ours.send({ url: '/healthz', bearer })).status).toBe(401);
      }
      expect((await ours.send({ url: '/openapi.json', bearer: null })).status).toBe(200);
      const rules = async (service: TestService) => (await service.send({ url: '/control/faults' })).body['rules'];
      expect(await rules(ours)).toEqual([]);
      expect(await rules(theirs)).toHaveLength(1);
      expect((await sendDelete(ours, 'faults/1')).status).toBe(404);
      expect((await sendDelete(ours, 'faults')).status).toBe(200);
      await control(ours, 'reset');
      expect((await theirs.send({ url: '/healthz' })).status).toBe(503);
      expect((await sendDelete(theirs, 'faults')).body['rules']).toEqual([]);
      expect((await theirs.send({ url: '/healthz' })).status).toBe(200);
    },
  );

  test("a scenario applies only to the caller's next migrations", { tags: ['@X21', '@T23'] }, async () => {
    await control(theirs, 'scenario', { next: 'failing', times: 1 });
    expect((await stateOf(ours))['scenario']).toBeNull();
    await sendDelete(ours, 'scenario');
    const our = await openModal(ours, 'a@b.example');
    expect((await stateOf(theirs))['scenario']).toEqual({ next: 'failing', times: 1 });
    const their = await openModal(theirs, 'a@b.example');
    expect((await stateOf(theirs))['scenario']).toBeNull();
    for (const { path } of [our, their]) await beginCopy(ours, path, 'good@x.example');
    for (const service of [ours, theirs]) await control(service, 'clock', { advance_seconds: 9 });
    expect((await modalState(ours, our.path))['status']).toBe('COMPLETE');
    expect((await modalState(ours, their.path))['status']).toBe('FAILED');
  });

  test(
    "keys for tests are created and revoked only in the caller's organization",
    { tags: ['@X21', '@T23'] },
    async () => {
      const created = await control(theirs, 'keys', { description: 'CI' });
      const mine: TestService = {
        ...ours,
        send: ({ bearer = String(created.body['apiKey']), ...more }) => ours.send({ bearer, ...more }),
      };
      expect((await mine.send({ url: '/api/v1/migrations' })).body['page']).toEqual({ size: 10, total: 0 });
      const [first] = await ours.store.keys.list();
      const refused = await control(theirs, `keys/${first?.id}/revoke`);
      expect({ status: refused.status, message: refused.body.message }).toEqual({
        status: 404,
        message: 'There is no API key with this ID.',
      });
      expect((await ours.send({ url: '/healthz' })).status).toBe(200);
      expect((await control(ours, `keys/${created.body['id']}/revoke`)).status).toBe(404);
      expect((await control(mine, `keys/${created.body['id']}/revoke`)).status).toBe(200);
      expect((await mine.send({ url: '/healthz' })).status).toBe(401);
    },
  );

  test('the migration of another organization is unknown to a status change', { tags: ['@X21', '@T23'] }, async () => {
    const { path } = await openModal(ours, 'a@b.example');
    const id = (await modalState(ours, path))['migration_id'];
    const move = (service: TestService) => control(service, `migrations/${id}/status`, { status: 'LOGIN_ABANDONED' });
    expect((await move(theirs)).status).toBe(404);
    expect((await move(ours)).status).toBe(200);
  });
});

test('the clock can be at most ten years ahead, and the service keeps responding', { tags: '@X21' }, async () => {
  const year = { advance_seconds: 10 * 366 * 86_400 };
  expect((await control(ours, 'clock', year)).status).toBe(200);
  const refused = await control(ours, 'clock', { advance_seconds: 1 });
  expect({ status: refused.status, message: refused.body.message }).toEqual({
    status: 409,
    message: 'The clock can be at most ten years ahead. Reset it with DELETE /control/clock first.',
  });
  expect((await ours.send({ url: '/healthz' })).status).toBe(200);
});

test('each organization lists only its own keys, without secrets', { tags: ['@X21', '@T23'] }, async () => {
  const created = await control(ours, 'keys', { description: 'ours alone' });
  const { body } = await ours.send({ url: '/control/keys' });
  const keys = body['keys'] as unknown as { description: string; last_four: string; revoked: string | null }[];
  expect(keys.map(({ description }) => description)).toContain('ours alone');
  expect(keys.map(({ description }) => description)).not.toContain('theirs');
  expect(JSON.stringify(body)).not.toContain(String(created.body['apiKey']));
  expect(JSON.stringify((await theirs.send({ url: '/control/keys' })).body)).not.toContain('ours alone');
});
