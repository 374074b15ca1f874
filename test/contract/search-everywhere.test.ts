import { afterEach, expect, test } from 'vitest';
import type { SearchedProfile } from '#shared/console-contract/everywhere-calls.ts';
import { openTestConsole, type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { connectTo } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf, type FakeService, startFakeService } from '#test/fixtures/service/fake-service.ts';

const cleanups: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of cleanups.splice(0).toReversed()) await close();
});

const companyOf = (index: number, name: string) => ({
  id: `00000000-0000-4000-9000-${String(index).padStart(12, '0')}`,
  provider_company_name: name,
});

/** A service with pages, as the specification describes them. */
async function serve(migrations: readonly object[], companies: readonly object[] = []): Promise<FakeService> {
  const service = await startFakeService();
  cleanups.push(service.close);
  const lists = { '/api/v1/migrations': migrations, '/api/v1/companies': companies };
  for (const [path, rows] of Object.entries(lists)) {
    service.answer(path, ({ url }, reply) => {
      const query = new URL(url ?? '', 'http://localhost').searchParams;
      const size = Number(query.get('page_size'));
      const from = (Number(query.get('page')) - 1) * size;
      reply.writeHead(200, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ results: rows.slice(from, from + size), page: { size, total: rows.length } }));
    });
  }
  return service;
}

function open(): TestConsole {
  const theConsole = openTestConsole();
  cleanups.push(theConsole.close);
  return theConsole;
}

/** The console's Sandbox never starts, so the search ends only when `signal` is aborted. */
const search = (theConsole: TestConsole, text: string, signal: AbortSignal) =>
  theConsole.call('everywhere', 'search', { text }, signal);
const searchedIn = (theConsole: TestConsole, name: string, after = 0): SearchedProfile[] =>
  theConsole.events
    .slice(after)
    .flatMap((event) =>
      event.name === 'everywhere:searched' && event.data.searched.name === name ? [event.data.searched] : [],
    );
const untilAllEnded = async (theConsole: TestConsole, names: readonly string[], after = 0): Promise<void> => {
  const hasEnded = (name: string) => searchedIn(theConsole, name, after).some(({ phase }) => phase !== 'searching');
  await expect.poll(() => names.every(hasEnded)).toBe(true);
};

test(
  'every profile is searched for a user and a company, newest rows first, with progress',
  { tags: '@C45' },
  async () => {
    const halden = companyOf(1, 'Halden Logistics');
    const few = await serve(
      Array.from({ length: 250 }, (_, at) =>
        migrationOf(at, at % 100 === 7 ? { created_by_user_id: 'Ada@Halden.example' } : {}),
      ),
    );
    const many = await serve(
      Array.from({ length: 1_250 }, (_, at) => migrationOf(at, at % 200 === 3 ? { company_id: halden.id } : {})),
      [companyOf(2, 'Other'), halden],
    );
    const failing = await serve([]);
    failing.answer('/api/v1/migrations', { status: 403, body: { type: 'api_error', message: 'no' } });
    const theConsole = open();
    await connectTo(theConsole, few.url, { name: 'Few' });
    await connectTo(theConsole, many.url, { name: 'Many' });
    const active = await connectTo(theConsole, failing.url, { name: 'Failing' });
    const before = many.requests.length;

    const people = new AbortController();
    const first = search(theConsole, 'ada@halden', people.signal);
    await untilAllEnded(theConsole, ['Few', 'Many', 'Failing']);
    people.abort();
    await first;
    const ada = searchedIn(theConsole, 'Few').at(-1);
    expect(ada).toMatchObject({ phase: 'searched', rows: 250, total: 250, matched: 3 });
    expect(ada?.migrations.map(({ id }) => id)).toEqual([7, 107, 207].map((at) => migrationOf(at).id));
    // The console searches ten pages at most, and no companies, because the search text is an email address.
    expect(searchedIn(theConsole, 'Many').at(-1)).toMatchObject({
      phase: 'searched',
      rows: 1_000,
      total: 1_250,
      matched: 0,
    });
    expect(many.requests.slice(before).filter((line) => line.includes('/companies'))).toEqual([]);
    expect(searchedIn(theConsole, 'Failing').at(-1)).toMatchObject({ phase: 'failed', problem: { code: 'forbidden' } });

    const after = theConsole.events.length;
    const companies = new AbortController();
    const second = search(theConsole, 'HALDEN log', companies.signal);
    await untilAllEnded(theConsole, ['Few', 'Many'], after);
    companies.abort();
    await second;
    const found = searchedIn(theConsole, 'Many', after);
    expect(found.map(({ rows }) => rows)).toContain(500);
    expect(found.at(-1)).toMatchObject({ matched: 5 });
    expect(found.at(-1)?.migrations[0]).toMatchObject({ id: migrationOf(3).id, companyName: 'Halden Logistics' });
    expect(valueOf(await theConsole.call('console', 'state', {})).profile.id).toBe(active);
  },
);

test('a profile whose rows are all loaded is searched beyond the newest 1,000', { tags: '@C45' }, async () => {
  const rows = Array.from({ length: 1_500 }, (_, at) =>
    migrationOf(at, at === 1_400 || at === 3 ? { created_by_user_id: 'ada@halden.example' } : {}),
  );
  const service = await serve(rows);
  const theConsole = open();
  await connectTo(theConsole, service.url, { name: 'Loaded' });
  valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
  const phase = async () => valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' })).phase;
  await expect.poll(phase).toBe('complete');
  // This migration is created after the load.
  rows.unshift(migrationOf(1_500, { created_by_user_id: 'ada@halden.example' }));

  const stop = new AbortController();
  const searching = search(theConsole, 'ada@halden', stop.signal);
  await untilAllEnded(theConsole, ['Loaded']);
  stop.abort();
  await searching;
  const found = searchedIn(theConsole, 'Loaded').at(-1);
  expect(found).toMatchObject({ phase: 'searched', rows: 1_501, total: 1_501, matched: 3 });
  expect(new Set(found?.migrations.map(({ id }) => id))).toEqual(
    new Set([3, 1_400, 1_500].map((at) => migrationOf(at).id)),
  );
});

test(
  'a search of loaded rows reads no companies, and keeps its results if a page fails',
  { tags: '@C45' },
  async () => {
    const rows = Array.from({ length: 150 }, (_, at) =>
      migrationOf(at, at === 140 ? { created_by_user_id: 'ada@halden.example' } : {}),
    );
    const service = await serve(rows);
    const theConsole = open();
    await connectTo(theConsole, service.url, { name: 'Loaded' });
    valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
    const phase = async () => valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' })).phase;
    await expect.poll(phase).toBe('complete');
    const answerWith = (pages: Readonly<Record<string, object>>) =>
      service.answer('/api/v1/migrations', ({ url }, reply) => {
        const results = pages[new URL(url ?? '', 'http://localhost').searchParams.get('page') ?? ''];
        reply.writeHead(results ? 200 : 403, { 'Content-Type': 'application/json' });
        reply.end(JSON.stringify({ results, page: { size: 100, total: 180 } }));
      });
    const searchHalden = async () => {
      const stop = new AbortController();
      const after = theConsole.events.length;
      const searching = search(theConsole, 'halden', stop.signal);
      await untilAllEnded(theConsole, ['Loaded'], after);
      stop.abort();
      await searching;
      return searchedIn(theConsole, 'Loaded', after).at(-1);
    };
    const before = service.requests.length;
    answerWith({ 1: rows.slice(0, 100), 2: rows.slice(100) });
    expect(await searchHalden()).toMatchObject({ phase: 'searched', rows: 150, total: 180, matched: 1 });
    answerWith({ 1: rows.slice(0, 100) });
    expect(await searchHalden()).toMatchObject({ phase: 'failed', matched: 1, problem: { code: 'forbidden' } });
    expect(service.requests.slice(before).filter((line) => line.includes('/companies'))).toEqual([]);
  },
);

test('a cancelled search sends no further requests', { tags: '@C45' }, async () => {
  const theConsole = open();
  const slow = await serve([]);
  const stop = new AbortController();
  slow.answer('/api/v1/migrations', ({ url }, reply) => {
    if (url?.includes('page=2')) stop.abort();
    const rows = Array.from({ length: 100 }, (_, at) => migrationOf(at));
    reply.writeHead(200, { 'Content-Type': 'application/json' });
    reply.end(JSON.stringify({ results: rows, page: { size: 100, total: 5_000 } }));
  });
  await connectTo(theConsole, slow.url, { name: 'Slow' });
  const outcome = await search(theConsole, 'ada@halden', stop.signal);
  expect(outcome.ok && outcome.value.every(({ phase }) => phase === 'failed')).toBe(true);
  const requestsSent = () => slow.requests.filter((line) => line.includes('page=3'));
  expect(requestsSent()).toEqual([]);
  // A request of the search would arrive before the reply to this call.
  valueOf(await theConsole.call('migrations', 'list', { page: 1, pageSize: 10 }));
  expect(requestsSent()).toEqual([]);
});
