import { expect, test } from 'vitest';
import { type LoadedQuery, loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { createCompanyDirectory } from '../rows/company-directory.ts';
import { Cancelled, createPace } from '../rows/pace.ts';
import { createRowStore } from './row-store.ts';
import { groupRows } from './group-rows.ts';

const place = { profileId: 'p', resource: 'migrations' } as const;
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const { signal } = new AbortController();
const stuckHours = { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 };
/** The facts that these tests judge by, as the day of their rows has them. */
const facts = { now: Date.UTC(2026, 10, 20, 1), stuckHours, begins: new Map(), handled: new Map() };
const attention = { stamp: () => 'of these tests', read: async () => facts };
const query = (more: Partial<LoadedQuery>): LoadedQuery => ({ ...loadedQuerySchema.parse({}), ...more });

function open(count = 9) {
  const directory = createCompanyDirectory();
  const blank = { created: null, providerCompanyId: null, organizationId: null };
  directory.learn('p', [
    { ...blank, id: idOf(901), providerCompanyName: 'Zürich Bakery', sourceProvider: 'Ledgerline' },
    { ...blank, id: idOf(902), providerCompanyName: 'aurora', sourceProvider: 'Crewbase' },
  ]);
  const store = createRowStore(directory);
  store.begin(place, 'load', count);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    created: index === 4 ? null : new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString(),
    status: index % 2 === 0 ? 'COMPLETE' : 'FAILED',
    createdByUserId: index === 5 ? null : `User-${(index * 7) % count}@example.com`,
    companyId: [null, idOf(901), idOf(902)][index % 3] ?? null,
  }));
  for (const row of rows) store.ofLoad(place, 'load')?.put(row);
  const { view, results } = store.table(place);
  const numbers = async (more: Partial<LoadedQuery>) =>
    Array.from((await results.get(query(more), signal, attention)).rows, (row) => Number(view.rowAt(row).id.slice(-3)));
  return { directory, store, view, results, numbers };
}

test('C33 rows come newest first; those without a time last in either direction', async () => {
  const { numbers } = open();
  expect(await numbers({})).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 4]);
  expect(await numbers({ sort: { column: 'created', direction: 'ascending' } })).toEqual([8, 7, 6, 5, 3, 2, 1, 0, 4]);
});

test('C33 sorting by the name of the company knows letters with marks; equals stay newest first', async () => {
  const { numbers } = open();
  expect(await numbers({ sort: { column: 'company', direction: 'ascending' } })).toEqual([2, 5, 8, 1, 7, 4, 0, 3, 6]);
  expect(await numbers({ sort: { column: 'company', direction: 'descending' } })).toEqual([1, 7, 4, 2, 5, 8, 0, 3, 6]);
});

test('C33 a search finds parts of id, company, provider, user and status, whatever case and marks', async () => {
  const { numbers } = open();
  expect(await numbers({ search: 'ZURICH' })).toEqual([1, 7, 4]);
  expect(await numbers({ search: 'crew' })).toEqual([2, 5, 8]);
  expect(await numbers({ search: 'user-7@' })).toEqual([1]);
  expect(await numbers({ search: '8000-000000000003' })).toEqual([3]);
  expect(await numbers({ search: 'fail' })).toEqual([1, 3, 5, 7]);
  expect(await numbers({ search: 'nowhere' })).toEqual([]);
});

test('C32 filters narrow together; "" stands for rows without one', async () => {
  const { numbers } = open();
  expect(await numbers({ filters: { status: ['FAILED'], provider: ['Ledgerline'] } })).toEqual([1, 7]);
  expect(await numbers({ filters: { company: ['', idOf(902)], status: ['COMPLETE'] } })).toEqual([0, 2, 6, 8]);
  expect(await numbers({ filters: { user: [''] } })).toEqual([5]);
  const created = { createdFrom: '2026-11-19T19:00:00Z', createdTo: '2026-11-19T22:00:00Z' };
  expect(await numbers(created)).toEqual([3, 5]);
  expect(await numbers({ filters: { status: ['NO SUCH'] } })).toEqual([]);
});

test('C33 names that are learned later, and rows that change, are in the next answer', async () => {
  const { directory, store, numbers } = open();
  const blank = { created: null, providerCompanyId: null, organizationId: null, sourceProvider: null };
  directory.learn('p', [{ ...blank, id: idOf(902), providerCompanyName: 'Renamed' }]);
  expect(await numbers({ search: 'aurora' })).toEqual([]);
  expect(await numbers({ search: 'renamed' })).toEqual([2, 5, 8]);
  const row = { id: idOf(0), created: null, status: 'FAILED', createdByUserId: null, companyId: null };
  expect(store.freshen(place, [row, { ...row, id: idOf(77) }])).toMatchObject({ changed: 1 });
  expect(await numbers({ filters: { status: ['FAILED'] } })).toEqual([1, 3, 5, 7, 0]);
});

test('C33 rows are counted by company, provider and day', async () => {
  const { view, results } = open();
  const { rows } = await results.get(query({}), signal, attention);
  const by = (key: 'company' | 'provider' | 'day') => groupRows(view, rows, { by: key, zone: 'utc' }, createPace());
  expect((await by('company')).groups.map(({ label, count }) => [label, count])).toEqual([
    [null, 3],
    ['Zürich Bakery', 3],
    ['aurora', 3],
  ]);
  expect((await by('provider')).groups.map(({ key }) => key)).toEqual(['', 'Crewbase', 'Ledgerline']);
  expect((await by('day')).groups.map(({ key, count }) => [key, count])).toEqual([
    ['2026-11-20', 1],
    ['2026-11-19', 7],
    ['', 1],
  ]);
});

test('C33 a search that nobody waits for ends; others are let in while one runs', async () => {
  const { results } = open(60_000);
  const stop = new AbortController();
  const underWay = results.get(
    query({ search: 'nothing like it', sort: { column: 'user', direction: 'ascending' } }),
    stop.signal,
    attention,
  );
  let turns = 0;
  const counting = setInterval(() => (turns += 1), 0);
  setTimeout(() => stop.abort(), 20);
  await expect(underWay).rejects.toThrow(Cancelled);
  clearInterval(counting);
  expect(turns).toBeGreaterThan(0);
  const sorted = { search: 'user-1', sort: { column: 'user', direction: 'ascending' } } as const;
  expect((await results.get(query(sorted), signal, attention)).rows.length).toBeGreaterThan(1);
});
