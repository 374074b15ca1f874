import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type LoadedQuery, loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import { containsTerm, searchTerms } from '#shared/search-text/search-terms.ts';
import { countGroups } from './count-groups.ts';
import { CancelledError } from './pace.ts';
import { createQueryResults, loadedConditions } from './query-results.ts';
import { createReplicas } from './replicas.ts';
import type { PlainRow } from './replica-schema.ts';

const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const { signal } = new AbortController();
const terms = { now: Date.UTC(2026, 10, 20, 1), stuckHours: { WORKING: 1, PENDING_USER_INPUT: 24, NOT_STARTED: 24 } };
const query = (more: Partial<LoadedQuery>): LoadedQuery => ({ ...loadedQuerySchema.parse({}), ...more });

function open(count = 9) {
  const { replica, results } = createReplicas().of('p');
  const blank = { created: null, providerCompanyId: null, organizationId: null };
  replica.learnCompanies([
    { ...blank, id: idOf(901), providerCompanyName: 'Zürich Bakery', sourceProvider: 'Ledgerline' },
    { ...blank, id: idOf(902), providerCompanyName: 'aurora', sourceProvider: 'Crewbase' },
  ]);
  const rows = Array.from({ length: count }, (_, index) => ({
    id: idOf(index),
    created: index === 4 ? null : new Date(Date.UTC(2026, 10, 20) - index * 3_600_000).toISOString(),
    status: index % 2 === 0 ? 'COMPLETE' : 'FAILED',
    createdByUserId: index === 5 ? null : `User-${(index * 7) % count}@example.com`,
    companyId: [null, idOf(901), idOf(902)][index % 3] ?? null,
  }));
  replica.upsert('migrations', rows, true);
  const get = (more: Partial<LoadedQuery>, until = signal) => results.migrations.get(query(more), until, terms);
  const numbers = async (more: Partial<LoadedQuery>) =>
    (await get(more)).rows(0, count).map(({ id }) => Number(id.slice(-3)));
  return { replica, get, numbers };
}

test('rows come newest first, and rows without a time come last in either direction', { tags: '@C33' }, async () => {
  const { numbers } = open();
  expect(await numbers({})).toEqual([0, 1, 2, 3, 5, 6, 7, 8, 4]);
  expect(await numbers({ sort: { column: 'created', direction: 'ascending' } })).toEqual([8, 7, 6, 5, 3, 2, 1, 0, 4]);
});

test(
  'a sort by company name handles accented letters, and rows with equal names stay newest first',
  { tags: '@C33' },
  async () => {
    const { numbers } = open();
    expect(await numbers({ sort: { column: 'company', direction: 'ascending' } })).toEqual([2, 5, 8, 1, 7, 4, 0, 3, 6]);
    expect(await numbers({ sort: { column: 'company', direction: 'descending' } })).toEqual([
      1, 7, 4, 2, 5, 8, 0, 3, 6,
    ]);
  },
);

test(
  'a search finds parts of ID, company, provider, user and status, ignoring case and accents',
  { tags: '@C33' },
  async () => {
    const { numbers } = open();
    expect(await numbers({ search: 'ZURICH' })).toEqual([1, 7, 4]);
    expect(await numbers({ search: 'crew' })).toEqual([2, 5, 8]);
    expect(await numbers({ search: 'user-7@' })).toEqual([1]);
    expect(await numbers({ search: '8000-000000000003' })).toEqual([3]);
    expect(await numbers({ search: 'fail' })).toEqual([1, 3, 5, 7]);
    expect(await numbers({ search: 'nowhere' })).toEqual([]);
  },
);

test('filters combine, and "" selects rows without a value', { tags: '@C32' }, async () => {
  const { numbers } = open();
  expect(await numbers({ filters: { status: ['FAILED'], provider: ['Ledgerline'] } })).toEqual([1, 7]);
  expect(await numbers({ filters: { company: ['', idOf(902)], status: ['COMPLETE'] } })).toEqual([0, 2, 6, 8]);
  expect(await numbers({ filters: { user: [''] } })).toEqual([5]);
  const created = { createdFrom: '2026-11-19T19:00:00Z', createdTo: '2026-11-19T22:00:00Z' };
  expect(await numbers(created)).toEqual([3, 5]);
  expect(await numbers({ filters: { status: ['NO SUCH'] } })).toEqual([]);
});

test('rows changed since a time come with the newest change first', { tags: '@C32' }, async () => {
  const { replica, numbers } = open();
  // Row 6 changed between two visits. Row 7 doesn't have the observed status.
  const [startedAt, seenSince] = [Date.UTC(2026, 10, 1), Date.UTC(2026, 10, 20, 2)];
  replica.observe([
    { migrationId: idOf(6), status: 'COMPLETE', startedAt, seenSince },
    { migrationId: idOf(7), status: 'NOT_STARTED', startedAt, seenSince },
  ]);
  const since = { changedFrom: '2026-11-19T22:00:00Z' };
  expect(await numbers({ ...since, sort: { column: 'changed', direction: 'descending' } })).toEqual([6, 0, 1, 2]);
  replica.forgetObservations();
  expect(await numbers(since)).toEqual([0, 1, 2]);
});

test('the next result includes names and row changes that arrived in the meantime', { tags: '@C33' }, async () => {
  const { replica, numbers } = open();
  const blank = { created: null, providerCompanyId: null, organizationId: null, sourceProvider: null };
  replica.learnCompanies([{ ...blank, id: idOf(902), providerCompanyName: 'Renamed' }]);
  expect(await numbers({ search: 'aurora' })).toEqual([]);
  expect(await numbers({ search: 'renamed' })).toEqual([2, 5, 8]);
  const row = { id: idOf(0), created: null, status: 'FAILED', createdByUserId: null, companyId: null };
  expect(replica.upsert('migrations', [row, { ...row, id: idOf(77) }], false)).toMatchObject({ added: 0, changed: 1 });
  expect(await numbers({ filters: { status: ['FAILED'] } })).toEqual([1, 3, 5, 7, 0]);
});

test('rows are counted by company, provider and day', { tags: '@C33' }, () => {
  const { replica } = open();
  const by = (key: 'company' | 'provider' | 'day', label = '') =>
    countGroups(replica, 'migrations', loadedConditions(replica, 'migrations', query({}), terms), {
      by: key,
      zone: 'utc',
      label,
    });
  expect(by('company').groups.map(({ label, count }) => [label, count])).toEqual([
    [null, 3],
    ['Zürich Bakery', 3],
    ['aurora', 3],
  ]);
  expect(by('company', 'ZURICH').groups.map((group) => group.label)).toEqual(['Zürich Bakery']);
  expect(by('provider').groups.map(({ key }) => key)).toEqual(['', 'Crewbase', 'Ledgerline']);
  expect(by('day').groups.map(({ key, count }) => [key, count])).toEqual([
    ['2026-11-20', 1],
    ['2026-11-19', 7],
    ['', 1],
  ]);
});

test('a search whose caller has gone stops, and other calls run between its steps', { tags: '@C33' }, async () => {
  const { replica } = open(2_000);
  const results = createQueryResults(replica, 'migrations', 1);
  const stop = new AbortController();
  const search = { search: 'nothing like it', sort: { column: 'user', direction: 'ascending' } } as const;
  const running = results.get(query(search), stop.signal, terms);
  setImmediate(() => stop.abort());
  await expect(running).rejects.toThrow(CancelledError);
  const sorted = { search: 'user-1', sort: { column: 'user', direction: 'ascending' } } as const;
  expect((await results.get(query(sorted), signal, terms)).matched).toBeGreaterThan(1);
});

const text = fc.oneof(
  fc.constantFrom('', 'Ada', 'ada', 'Zoë', 'zoe', 'B\u0000x', 'b_x', 'b%', idOf(3), 'naïve@example.com', '=1', 'ß'),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const id = fc.oneof(
  fc.uuid(),
  fc.uuid().map((one) => one.toUpperCase()),
  fc.string({ minLength: 1, maxLength: 6 }),
);
const rowsOf = fc.uniqueArray(
  fc.record({
    id,
    created: fc.oneof(
      fc.constantFrom(null, 'yesterday', '2026-11-20T10:00:00.000Z'),
      fc.date({ noInvalidDate: true }).map((date) => date.toISOString()),
    ),
    status: fc.constantFrom('WORKING', 'FAILED', 'Neu'),
    createdByUserId: fc.option(text),
    companyId: fc.option(fc.constantFrom(idOf(901), idOf(902), 'odd')),
  }),
  { selector: (row) => row.id, maxLength: 12 },
);

/** Opens a profile's rows, and computes the expected results with simple loops. */
function openBeside(rows: readonly PlainRow[]) {
  const { replica, results } = createReplicas().of('p');
  replica.upsert('migrations', rows, true);
  const found = async (more: Partial<LoadedQuery>) =>
    (await results.migrations.get(query(more), signal, terms)).rows(0, 100).map((row) => row.id);
  const newest = rows
    .map((row, place) => ({ row, place, at: Date.parse(row.created ?? '') }))
    .sort(
      (one, other) =>
        (Number.isNaN(one.at) ? 1 : 0) - (Number.isNaN(other.at) ? 1 : 0) ||
        (Number.isNaN(one.at) ? 0 : other.at - one.at) ||
        one.place - other.place,
    )
    .map(({ row }) => row);
  return { found, newest };
}

test('rows are read back unchanged, and a search finds the rows that contain its words', { tags: '@C33' }, async () => {
  await fc.assert(
    fc.asyncProperty(
      rowsOf,
      fc.oneof(
        text,
        id.map((one) => one.slice(0, 6)),
        id.map((one) => one.slice(-5)),
      ),
      async (rows, search) => {
        const { found, newest } = openBeside(rows);
        const { replica } = createReplicas().of('q');
        replica.upsert('migrations', rows, true);
        const back = replica.rows('migrations', 'ORDER BY r.place') as unknown as readonly PlainRow[];
        const plain = ({ id: name, created, status, createdByUserId, companyId }: PlainRow) => ({
          id: name,
          created: Number.isNaN(Date.parse(created ?? '')) ? created : new Date(created ?? '').toISOString(),
          status,
          createdByUserId: createdByUserId?.toWellFormed() || null,
          companyId,
        });
        expect(back.map(plain)).toEqual(rows.map((row) => plain({ ...row, id: row.id.toWellFormed() })));
        const words = searchTerms(search);
        const isUuid = (value: string) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(value);
        const expected = newest.filter((row) =>
          words.every((term) =>
            [row.id, row.status, row['createdByUserId'], row['companyId']].some(
              (value, place) =>
                typeof value === 'string' &&
                value !== '' &&
                (place === 2 && isUuid(value)
                  ? foldText(value).includes(term.text)
                  : containsTerm(value.toWellFormed(), term)),
            ),
          ),
        );
        expect(await found({ search })).toEqual(expected.map((row) => row.id.toWellFormed()));
      },
    ),
    { numRuns: process.env['FERRY_SOAK'] ? 10_000 : 150 },
  );
});

test('a sort puts rows without a value last and keeps equal rows newest first', { tags: '@C33' }, async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf, fc.constantFrom('user', 'status'), fc.boolean(), async (rows, column, isAscending) => {
      const { found, newest } = openBeside(rows);
      const field = column === 'user' ? 'createdByUserId' : 'status';
      const keyOf = (row: PlainRow) => (row[field] ? Buffer.from(foldText(row[field].toWellFormed())) : null);
      const expected = newest.toSorted((one, other) => {
        const [a, b] = [keyOf(one), keyOf(other)];
        if (a === null || b === null) return (a === null ? 1 : 0) - (b === null ? 1 : 0);
        return isAscending ? a.compare(b) : b.compare(a);
      });
      const direction = isAscending ? 'ascending' : 'descending';
      expect(await found({ sort: { column: column as 'user', direction } })).toEqual(
        expected.map((row) => row.id.toWellFormed()),
      );
    }),
    { numRuns: process.env['FERRY_SOAK'] ? 10_000 : 150 },
  );
});
