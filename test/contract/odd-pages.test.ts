import fc from 'fast-check';
import { afterEach, expect, test } from 'vitest';
import { type TestConsole, valueOf } from '#test/fixtures/console/console-in-process.ts';
import { eventually } from '#test/fixtures/timing/eventually.ts';
import { openConnected } from '#test/fixtures/console/fake-service-console.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { json, startTestApi, type TestApi } from '#test/fixtures/service/test-api.ts';

let service: TestApi;
let theConsole: TestConsole;
/** The reply of the service to every list, for any page. */
let answered: unknown;

const open = async (first: unknown): Promise<void> => {
  answered = first;
  service = await startTestApi((request, reply) =>
    json(200, request.url?.startsWith('/api/') ? answered : { status: 'ok' })(request, reply),
  );
  theConsole = await openConnected(service.url);
};
afterEach(async () => {
  await theConsole.close();
  service.close();
});

const list = async (page: number, pageSize: number) =>
  valueOf(await theConsole.call('migrations', 'list', { page, pageSize }));
const rowsOf = (count: number) => Array.from({ length: count }, (_, index) => migrationOf(index));
const drifts = async () => valueOf(await theConsole.call('requests', 'drift', {})).map(({ pattern }) => pattern);

test(
  'a total of 0 next to rows is reported as drift, and a load ends, even if every page is the same',
  { tags: ['@C6', '@W3'] },
  async () => {
    await open({ results: rowsOf(1), page: { size: 1, total: 0 } });
    expect(await list(1, 25)).toMatchObject({ total: null, hasNext: false, rows: [{ kind: 'row' }] });
    // The service sends the same row for every page.
    expect(await list(7, 25)).toMatchObject({ total: null, hasNext: false });
    expect(await drifts()).toContain('$.page.total');
    valueOf(await theConsole.call('loaded', 'start', { resource: 'migrations' }));
    await eventually(async () =>
      expect(valueOf(await theConsole.call('loaded', 'state', { resource: 'migrations' }))).toMatchObject({
        phase: 'complete',
        rows: 1,
      }),
    );
    expect(service.requests.filter(({ line }) => /migrations\?.*page_size=100/.test(line)).length).toBeLessThan(6);
  },
);

test('no page shows more rows than it has, whatever counts the service sends', { tags: '@C6' }, async () => {
  await open([]);
  const counts = fc.oneof(fc.integer({ min: 0, max: 60 }), fc.constantFrom(undefined, null, -1, '7', 1e15));
  const reply = fc.record({
    page: fc.integer({ min: 1, max: 5 }),
    received: fc.integer({ min: 0, max: 30 }),
    size: counts,
    total: counts,
    twice: fc.boolean(),
    described: fc.boolean(),
  });
  const holds = fc.asyncProperty(reply, async ({ page, received, size, total, twice, described }) => {
    const rows = twice ? [...rowsOf(received), ...rowsOf(received)] : rowsOf(received);
    answered = { results: rows, ...(described ? { page: { size, total } } : {}) };
    const found = await list(page, 25);
    expect(found.rows).toHaveLength(rows.length);
    expect(rows.length).toBeLessThanOrEqual(found.pageSize);
    expect([null, ...(described ? [total] : [])]).toContain(found.total);
    const minTotal = rows.length === 0 ? 0 : (page - 1) * found.pageSize + rows.length;
    expect(found.total ?? Number.MAX_SAFE_INTEGER).toBeGreaterThanOrEqual(minTotal);
  });
  await fc.assert(holds, { numRuns: 100 });
});
