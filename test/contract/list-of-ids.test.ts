import { afterEach, beforeEach, expect, test } from 'vitest';
import type { ServerResponse } from 'node:http';
import { lookupLimits } from '#shared/list-limits.ts';
import { errorOf, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo, openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const list = '00000000-0000-4000-8000-00000000f00d';
const idOf = (index: number) => migrationOf(index).id;
const idsFrom = (first: number, count: number) => Array.from({ length: count }, (_, at) => idOf(first + at));

let service: FakeService;
let theConsole: TestConsole;
beforeEach(async () => {
  service = await startFakeService();
  theConsole = await openConnected(service.url);
});
afterEach(async () => {
  await theConsole.close();
  await service.close();
});

const lookup = async (ids: string[], of = list) =>
  valueOf(await theConsole.call('migrations', 'lookup', { list: of, ids }));
const json = { 'Content-Type': 'application/json' };
const reply = (response: ServerResponse, status: number, body: unknown, headers = {}) =>
  void response.writeHead(status, { ...json, ...headers }).end(JSON.stringify(body));
const lastIndexOf = (url = '') => Number(url.slice(-12));
/** Answers requests by ID; all other requests get an empty list. */
const answerById = (answer: (index: number, response: ServerResponse) => void) =>
  service.answer('*', ({ url }, response) => {
    if (url?.startsWith('/api/v1/migrations/')) answer(lastIndexOf(url), response);
    else reply(response, 200, { results: [], page: { size: 1, total: 0 } });
  });
const requestsById = () => service.requests.filter((line) => line.startsWith('GET /api/v1/migrations/'));

test('500 IDs are requested six at a time in 84 rounds, which take 4.2 s at 50 ms each', { tags: '@C46' }, async () => {
  const pendingReplies: (() => void)[] = [];
  let maxPending = 0;
  let rounds = 0;
  answerById((index, response) => {
    pendingReplies.push(() => reply(response, 200, migrationOf(index)));
    maxPending = Math.max(maxPending, pendingReplies.length);
    // Answers six requests at a time, like a service with constant latency. The last two arrive alone.
    if (pendingReplies.length < 6 && index < 498) return;
    rounds += 1;
    for (const answer of pendingReplies.splice(0)) answer();
  });
  const ids = idsFrom(0, lookupLimits.ids);
  const found: string[] = [];
  for (let at = 0; at < ids.length; at += lookupLimits.concurrency) {
    const { answers, pauseMs, problem } = await lookup(ids.slice(at, at + lookupLimits.concurrency));
    expect({ pauseMs, problem }).toEqual({ pauseMs: null, problem: null });
    for (const answer of answers) if (answer.result === 'found') found.push(answer.migration.id);
  }
  expect(found).toEqual(ids);
  expect(maxPending).toBe(6);
  expect(rounds).toBeLessThanOrEqual(86);
  expect(requestsById()).toHaveLength(500);
  // The requests share one line of the request log.
  const counted = async () => {
    const { lines } = valueOf(await theConsole.call('requests', 'list', {}));
    return lines.flatMap(({ bulk }) => (bulk?.label === 'List of IDs' ? [bulk.requests] : []));
  };
  // The request log writes a line only after the reply.
  await expect.poll(counted).toEqual([500]);
});

test("the lookup distinguishes IDs that don't exist from IDs whose request failed", { tags: '@C46' }, async () => {
  service.answer(`/api/v1/migrations/${idOf(1)}`, { body: migrationOf(1, { status: 'FAILED' }) });
  service.answer(`/api/v1/migrations/${idOf(2)}`, { status: 404, body: { type: 'api_error', message: 'no' } });
  service.answer(`/api/v1/migrations/${idOf(3)}`, { body: ['not a migration'] });
  service.answer(`/api/v1/migrations/${idOf(4)}`, { body: migrationOf(9) });
  const { answers } = await lookup([idOf(4), idOf(1), idOf(2), idOf(3)]);
  expect(answers.map(({ id, result }) => [id, result])).toEqual([
    [idOf(4), 'failed'],
    [idOf(1), 'found'],
    [idOf(2), 'not_found'],
    [idOf(3), 'failed'],
  ]);
});

test(
  'a delay requested by the service ends the call immediately, and no ID is lost',
  { tags: ['@C46', '@F1'] },
  async () => {
    answerById((index, response) => {
      if (index < 3) reply(response, 200, migrationOf(index));
      else reply(response, 429, { type: 'api_error', message: 'slow' }, { 'Retry-After': '8' });
    });
    const { answers, pauseMs, problem } = await lookup(idsFrom(0, 12));
    expect(pauseMs).toBe(8_000);
    expect(problem).toBeNull();
    expect(answers.map(({ id }) => id)).toEqual(idsFrom(0, 3));
    // Requests that were in flight finish, but no new ones start.
    expect(requestsById().length).toBeLessThanOrEqual(9);
  },
);

test(
  'a rejected key ends the lookup of IDs with one sentence, and earlier results stay',
  { tags: '@C46' },
  async () => {
    answerById((index, response) => {
      if (index < 2) reply(response, 200, migrationOf(index));
      else reply(response, 401, { type: 'api_error', message: 'no' });
    });
    const { answers, problem } = await lookup(idsFrom(0, 12));
    expect(problem?.code).toBe('unauthorized');
    expect(answers.map(({ id }) => id)).toEqual(idsFrom(0, 2));
  },
);

test('a lookup of IDs started for one profile sends no request to another profile', { tags: '@C46' }, async () => {
  answerById((index, response) => reply(response, 200, migrationOf(index)));
  await lookup([idOf(1)]);
  const other = await startFakeService();
  try {
    await connectTo(theConsole, other.url, { name: 'Other' });
    const { answers, problem } = await lookup([idOf(2)]);
    expect(answers).toEqual([]);
    expect(problem?.code).toBe('service_changed');
    expect(other.requests.filter((line) => line.includes('/migrations/'))).toEqual([]);
  } finally {
    await other.close();
  }
});

test(
  'the rows of a lookup are exported in the order of the page, and only for their own profile',
  { tags: ['@C46', '@C15'] },
  async () => {
    const row = {
      created: null,
      createdByUserId: null,
      companyId: null,
      companyName: null,
      provider: null,
      since: null,
      seenSince: null,
      changed: null,
    };
    const { id: profileId } = valueOf(await theConsole.call('console', 'state', {})).profile;
    const rows = [
      { ...row, id: idOf(2), status: 'not found' },
      { ...row, id: idOf(1), status: 'FAILED', created: '2026-11-20T12:00:00.000Z' },
    ];
    const args = { resource: 'migrations', scope: 'chosen', format: 'json', query: {} } as const;
    const startedResult = valueOf(
      await theConsole.call('exports', 'start', {
        ...args,
        chosen: { profileId, ids: rows.map(({ id }) => id), rows },
      }),
    );
    expect(startedResult.result).toBe('started');
    await expect.poll(async () => valueOf(await theConsole.call('exports', 'list', {}))[0]?.phase).toBe('done');
    expect(valueOf(await theConsole.call('exports', 'list', {}))[0]).toMatchObject({ rows: 2, total: 2 });
    const foreignReply = await theConsole.call('exports', 'start', {
      ...args,
      chosen: { profileId: 'other', ids: ['a'], rows },
    });
    expect(errorOf(foreignReply).code).toBe('service_changed');
    expect(errorOf(await theConsole.call('exports', 'start', args)).code).toBe('nothing_to_export');
  },
);

test('one call watches several migrations, or no migration if there are too many', async () => {
  answerById((index, response) => reply(response, 200, migrationOf(index)));
  const first = valueOf(await theConsole.call('watch', 'add', { ids: idsFrom(0, 30) }));
  expect(first.watched.map(({ id }) => id)).toEqual(idsFrom(0, 30));
  const second = valueOf(await theConsole.call('watch', 'add', { ids: idsFrom(20, 20) }));
  expect(second.watched).toHaveLength(40);
  const tooMany = errorOf(await theConsole.call('watch', 'add', { ids: idsFrom(40, 11) }));
  expect(tooMany.detail).toBe("Can't watch 11 more migrations. You already watch 40 of at most 50.");
  expect(valueOf(await theConsole.call('watch', 'list', {})).watched).toHaveLength(40);
});
