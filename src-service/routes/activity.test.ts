import { readFileSync } from 'node:fs';
import { eraseUser } from '../erasure/erase-user.ts';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { z } from 'zod';
import { funnelSchema, migrationActivitySchema, sessionListSchema } from '#shared/activity-api/activity.ts';
import { causeCodes, causeOfCode } from '#shared/activity-api/causes.ts';
import type { StatusEvent } from '#shared/webhooks-api/events.ts';
import { documentText } from '../openapi/documents.ts';
import { makeApiKey } from '../store/secrets.ts';
import { beginCopy, openModal } from '../testing/modal-flow.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';

const canary = 'Canary7f3a';
let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 20, companies: 5 }, { allowControl: true });
});
afterAll(() => service.end());

type Activity = z.infer<typeof migrationActivitySchema>;

const activityOf = async (id: string, query = '?limit=100'): Promise<Activity> => {
  const reply = await service.send({ url: `/activity/v1/migrations/${id}${query}` });
  expect(reply.status, reply.text).toBe(200);
  return migrationActivitySchema.parse(reply.body);
};
const sessionsOf = async (query: string) =>
  sessionListSchema.parse((await service.send({ url: `/activity/v1/sessions?${query}` })).body);
const post = (path: string, call: string, body: unknown) =>
  service.send({ method: 'POST', url: `${path}/${call}`, bearer: null, body });
const stateOf = async (path: string) => (await service.send({ url: `${path}/state`, bearer: null })).body;
const advance = (seconds: number) =>
  service.send({ method: 'POST', url: '/control/clock', body: { advance_seconds: seconds } });
const stepsOf = ({ results }: Activity): string[] => results.map(({ step }) => step);

/** Runs a session of a practice user. Returns its activity. */
const runSession = async (userId: string, user: string, seconds = 20): Promise<Activity> => {
  const { path } = await openModal(service, userId, { origin: 'https://shop.example' });
  const id = String((await stateOf(path))['migration_id']);
  await beginCopy(service, path, user);
  await advance(seconds);
  return activityOf(id);
};

describe('activity', { tags: '@X34' }, () => {
  test('the activity has every step of a session, oldest first', async () => {
    const found = await runSession('story@example.com', 'good');
    expect(stepsOf(found)).toEqual([
      'session_created',
      'modal_opened',
      'provider_chosen',
      'sign_in_started',
      'sign_in_succeeded',
      'consent_given',
      'copy_started',
      'collection_finished',
      'ended',
    ]);
    expect(found.results[0]?.detail).toMatchObject({ origin: 'https://shop.example', browser: 'other' });
    expect(found.results[0]?.detail['request_id']).toMatch(/^\w{26}$/);
    expect(found.results.at(-1)?.detail).toMatchObject({ status: 'COMPLETE', cause: 'completed', failed: 0 });
    expect(found).toMatchObject({ status: 'COMPLETE', cause: { code: 'completed' }, next: null });
    expect(found.reference).toMatch(/^[0-9A-HJKMNP-TV-Z]{8}$/);
  });

  test('the pages of the activity follow each other without gaps', async () => {
    const { migration_id: id, results } = await runSession('pages@example.com', 'good');
    const paged: Activity['results'] = [];
    for (let after: string | null = ''; after !== null;) {
      const page: Activity = await activityOf(id, `?limit=2&after=${after}`);
      paged.push(...page.results);
      after = page.next;
    }
    expect(paged).toEqual(results);
  });

  test('repeated failures are counted in one entry', async () => {
    const { path } = await openModal(service, 'repeats@example.com');
    const id = String((await stateOf(path))['migration_id']);
    await post(path, 'provider', { provider: 'Ledgerline' });
    for (let count = 0; count < 3; count++) await post(path, 'login', { user_name: 'a@b.example', password: 'wrong' });
    const { results, cause } = await activityOf(id);
    const failedResults = results.filter(({ step }) => step === 'sign_in_failed');
    expect(failedResults.map(({ detail }) => detail)).toMatchObject([{ reason: 'password_refused', times: 3 }]);
    expect(cause).toMatchObject({ code: 'password_refused', party: 'end_user' });
  });

  const causes: readonly (readonly [user: string, seconds: number, code: string, party: string])[] = [
    ['good', 20, 'completed', 'service'],
    ['partial', 20, 'items_too_large', 'destination'],
    ['failing', 20, 'source_failed', 'source'],
    ['needs-input', 20, 'question_pending', 'end_user'],
    ['abandons', 20, 'closed_by_end_user', 'end_user'],
    ['wrong', 3_700, 'password_refused', 'end_user'],
    ['locked', 3_700, 'account_locked', 'source'],
    ['down', 3_700, 'source_unavailable', 'source'],
    ['second-factor', 3_700, 'session_expired', 'end_user'],
  ];
  test.each(causes)('the practice user %s gets the documented cause', async (user, seconds, code, party) => {
    const found = await runSession(`cause-${user}@example.org`, user, seconds);
    expect(found.cause).toMatchObject({ code, party });
    expect(found.results.filter(({ step }) => step === 'ended').map(({ detail }) => detail['cause'])).toEqual(
      code === 'question_pending' ? [] : [code],
    );
  });

  test('a session that a control call stops has a cause, and so has a session whose copy never starts', async () => {
    const { path } = await openModal(service, 'stopped@example.com');
    const id = String((await stateOf(path))['migration_id']);
    await beginCopy(service, path, 'slow');
    await service.send({ method: 'POST', url: `/control/migrations/${id}/status`, body: { status: 'FAILED' } });
    expect((await activityOf(id)).cause?.code).toBe('stopped');
    const unstartedModal = await openModal(service, 'left@example.com');
    const unstartedId = String((await stateOf(unstartedModal.path))['migration_id']);
    await post(unstartedModal.path, 'provider', { provider: 'Ledgerline' });
    await post(unstartedModal.path, 'login', { user_name: 'good', password: 'secret' });
    expect((await activityOf(unstartedId)).cause?.code).toBe('start_pending');
    await advance(3_700);
    expect((await activityOf(unstartedId)).cause?.code).toBe('not_started');
  });

  test('closing a modal adds the steps closed and ended', async () => {
    const { path } = await openModal(service, 'closes@example.com');
    const id = String((await stateOf(path))['migration_id']);
    await post(path, 'close', {});
    expect(stepsOf(await activityOf(id)).slice(-2)).toEqual(['closed', 'ended']);
  });

  test('sample data has no reference and no activity entries', async () => {
    const rows = await service.send({ url: '/api/v1/migrations?page_size=100' });
    const oldest = (rows.body['results'] as unknown as { id: string }[]).at(-1);
    expect(await activityOf(oldest?.id ?? '')).toMatchObject({ reference: null, results: [], next: null });
  });

  test('the activity has no user name, company, password or address of a login', async () => {
    const before = (await service.data.contents()).join('');
    expect(before).not.toContain(canary);
    const { path } = await openModal(service, 'content@example.com', { origin: 'https://shop.example' });
    const id = String((await stateOf(path))['migration_id']);
    await post(path, 'provider', { provider: 'Ledgerline' });
    await post(path, 'login', { user_name: `${canary}@${canary}.example`, password: 'wrong' });
    await post(path, 'login', { user_name: `${canary}@${canary}.example`, password: canary });
    await post(path, 'begin', {});
    await advance(20);
    const found = await activityOf(id);
    expect(found.status).toBe('COMPLETE');
    expect(JSON.stringify(found).toLowerCase()).not.toContain(canary.toLowerCase());
  });
});

describe('sessions', { tags: '@X34' }, () => {
  test('sessions are found by end user, newest first, and by reference in any spelling', async () => {
    const first = await runSession('twice@example.com', 'good');
    const second = await runSession('twice@example.com', 'failing');
    const { results } = await sessionsOf('user_id=twice@example.com');
    expect(results).toMatchObject([
      { migration_id: second.migration_id, status: 'FAILED', ended_at: expect.any(String) },
      { migration_id: first.migration_id, status: 'COMPLETE' },
    ]);
    const page = await sessionsOf('user_id=twice@example.com&limit=1');
    expect(page.results).toEqual(results.slice(0, 1));
    expect((await sessionsOf(`user_id=twice@example.com&limit=1&after=${page.next}`)).results).toEqual(
      results.slice(1),
    );
    const reference = String(first.reference);
    const typed = `${reference.slice(0, 4)}-${reference.slice(4)}`
      .toLowerCase()
      .replaceAll('0', 'o')
      .replaceAll('1', 'l');
    expect((await sessionsOf(`reference=${typed}`)).results).toEqual(results.slice(1));
    expect((await sessionsOf('reference=ZZZZZZZZ')).results).toEqual([]);
  });

  test('a request ID finds the session that the request changed', async () => {
    const { migration_id: id } = await runSession('requests@example.com', 'good');
    const { results } = await activityOf(id);
    const requests = new Set(results.flatMap(({ detail }) => detail['request_id'] ?? []));
    expect(requests.size).toBeGreaterThan(2);
    for (const request of requests)
      expect((await sessionsOf(`request_id=${request}`)).results.map((session) => session.migration_id)).toEqual([id]);
    expect((await sessionsOf('request_id=unknown')).results).toEqual([]);
  });

  test('the modal shows the reference on its page', async () => {
    const { path } = await openModal(service, 'shown@example.com');
    const [session] = (await sessionsOf('user_id=shown@example.com')).results;
    const page = await service.send({ url: path, bearer: null });
    expect(page.text).toContain(`data-reference="${session?.reference}"`);
    expect(page.text).toMatch(new RegExp(`<footer id="session">[^]*<code>${session?.reference}</code>`));
  });

  test('an invalid query gets a 400', async () => {
    for (const query of [
      '',
      '?user_id=a&reference=b',
      '?request_id=a&step=ended',
      '?request_id=a%20b',
      '?step=ended_soon',
      '?reference=b&provider=x',
      '?step=ended&since=2020-01-01',
      '?user_id=',
      '?user_id=a&limit=0',
      '?user_id=a&x=1',
      '?user_id=a&after=x',
    ])
      expect((await service.send({ url: `/activity/v1/sessions${query}` })).status, query).toBe(400);
    for (const query of ['?since=x', '?since=2026-01-02&until=2026-01-01', '?since=2020-01-01'])
      expect((await service.send({ url: `/activity/v1/funnel${query}` })).status, query).toBe(400);
  });

  test('erasing an end user removes their sessions and entries', async () => {
    const { migration_id: id } = await runSession('erased@example.com', 'good');
    const number = (await service.store.seed.organization())?.number ?? 0;
    await eraseUser(service.store, number, 'erased@example.com', { by: 'test' });
    expect((await sessionsOf('user_id=erased@example.com')).results).toEqual([]);
    expect(await activityOf(id)).toMatchObject({ reference: null, results: [] });
  });
});

test('another organization sees no activity, session or funnel', { tags: '@X34' }, async () => {
  const { migration_id: id, reference } = await runSession('isolated@example.com', 'good');
  const { store, clock } = service;
  const other = await makeApiKey(store.keys, { description: 'other', organization: 'Other' }, await clock.now());
  const read = (url: string) => service.send({ url, bearer: other.apiKey });
  expect((await read(`/activity/v1/migrations/${id}`)).status).toBe(404);
  expect((await read('/activity/v1/sessions?user_id=isolated@example.com')).body['results']).toEqual([]);
  expect((await read(`/activity/v1/sessions?reference=${reference}`)).body['results']).toEqual([]);
  expect((await read('/activity/v1/funnel')).body['sessions']).toBe(0);
});

test('the funnel counts sessions by step, provider and status', { tags: '@X34' }, async () => {
  const ownService = await openTestService({ migrations: 0, companies: 0 }, { allowControl: true });
  const shared = service;
  service = ownService;
  await runSession('a@example.com', 'good');
  await runSession('b@example.com', 'failing');
  await openModal(ownService, 'c@example.com');
  const funnel = funnelSchema.parse((await ownService.send({ url: '/activity/v1/funnel' })).body);
  const usersOf = async (query: string) => {
    const { since, until } = funnel;
    const { results } = await sessionsOf(`${query}&since=${since}&until=${until}`);
    return results.map((session) => session.user_id);
  };
  // Each number of the funnel has its sessions, newest first.
  for (const { step, sessions } of funnel.steps) expect(await usersOf(`step=${step}`), step).toHaveLength(sessions);
  expect(await usersOf('step=consent_given&provider=Ledgerline')).toEqual(['b@example.com', 'a@example.com']);
  expect(await usersOf('step=session_created&provider=')).toEqual(['c@example.com']);
  service = shared;
  await ownService.end();
  expect(Object.fromEntries(funnel.steps.map(({ step, sessions }) => [step, sessions]))).toEqual({
    session_created: 3,
    modal_opened: 2,
    provider_chosen: 2,
    sign_in_started: 2,
    sign_in_succeeded: 2,
    consent_given: 2,
    ended: 1,
  });
  expect(funnel.statuses).toEqual({ COMPLETE: 1, FAILED: 1, NOT_READY: 1 });
  expect(funnel.providers.map(({ provider, sessions }) => [provider, sessions])).toEqual([
    ['Ledgerline', 2],
    [null, 1],
  ]);
});

test('the event of a final status has cause, company and counts', { tags: '@X34' }, async () => {
  const { migration_id: id } = await runSession('ann@partial.example', 'partial');
  const feed = await service.send({ url: '/webhooks/v1/events?limit=100' });
  const events = (feed.body['results'] as unknown as StatusEvent[]).filter(({ data }) => data.id === id);
  expect(events.slice(0, -1).every(({ details }) => details === undefined)).toBe(true);
  expect(events.at(-1)?.details).toMatchObject({
    cause: { code: 'items_too_large', party: 'destination' },
    company: { id: events.at(-1)?.data.company_id, provider: 'Ledgerline' },
    counts: { altered: 0, skipped: 0, failed: 14 },
  });
});

test('docs/activity.md lists every cause', { tags: '@X34' }, () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/activity.md'), 'utf8');
  const listed = text
    .split('\n')
    .filter((line) => /^\| `\w+` +\| (?:end_user|organization|source|destination|service) /.test(line));
  const cells = listed.map((line) => line.split('|').map((cell) => cell.trim()));
  expect(cells.map(([, code, party, message]) => ({ code, party, message }))).toEqual(
    causeCodes.map(causeOfCode).map(({ code, party, message }) => ({ code: `\`${code}\``, party, message })),
  );
});

test('the OpenAPI document is current', { tags: '@X34' }, () => {
  const file = readFileSync(join(import.meta.dirname, '../../docs/openapi-activity.json'), 'utf8');
  expect(file, 'run `npm run docs:openapi`').toBe(documentText('openapi-activity.json'));
});
