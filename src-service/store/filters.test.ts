import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Migration } from '#shared/migration-api/migration.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { fillStore } from '../seed/seed-rows.ts';
import { makeTestData, type TestData } from '../testing/test-data.ts';
import type { MigrationFilter } from './migration-filter.ts';
import type { Store } from './store.ts';

let data: TestData;
let store: Store;
beforeEach(async () => {
  data = await makeTestData();
  store = await data.open();
  await fillStore(store.seed, { seed: 1, at: 1_700_000_000_000, migrations: 300, companies: 6 });
});
afterEach(async () => {
  await store.close();
  await data.remove();
});

const rows = (text: string) => JSON.parse(`[${text}]`) as Migration[];
const all = async (): Promise<Migration[]> => rows((await store.migrations.page(1, { page: 1, pageSize: 1_000 })).rows);

const matches = (migration: Migration, filter: MigrationFilter): boolean =>
  (filter.statuses?.includes(migration.status) ?? true) &&
  (filter.companyId === undefined || migration.company_id === filter.companyId) &&
  (filter.userId === undefined || migration.created_by_user_id === filter.userId) &&
  (filter.createdAfter === undefined || migration.created >= filter.createdAfter) &&
  (filter.createdBefore === undefined || migration.created < filter.createdBefore);

/** Every combination of present and absent filters, from values of the rows. */
const filtersOf = (seeded: readonly Migration[]): MigrationFilter[] => {
  const withCompany = seeded.filter(({ company_id: id }) => id !== null);
  const one = withCompany[40];
  const choices = [
    [{}, { statuses: ['COMPLETE'] }, { statuses: ['FAILED', 'COMPLETE', 'FAILED'] }, { statuses: migrationStatuses }],
    [{}, { companyId: one?.company_id ?? '' }, { companyId: '00000000-0000-4000-8000-000000000000' }],
    [{}, { userId: one?.created_by_user_id ?? '' }],
    [{}, { createdAfter: seeded[250]?.created }, { createdAfter: '2030-01-01T00:00:00.000Z' }],
    [{}, { createdBefore: seeded[20]?.created }, { createdBefore: '2000-01-01T00:00:00.000Z' }],
  ] as MigrationFilter[][];
  return choices.reduce<MigrationFilter[]>(
    (before, next) => before.flatMap((left) => next.map((right) => ({ ...left, ...right }))),
    [{}],
  );
};

const found = async (filter: MigrationFilter): Promise<unknown> => {
  const [first, third] = [
    await store.migrations.filteredPage(1, { page: 1, pageSize: 7 }, filter),
    await store.migrations.filteredPage(1, { page: 3, pageSize: 7 }, filter),
  ];
  return { filter, total: first.total, first: rows(first.rows), third: rows(third.rows) };
};
const expected = (filter: MigrationFilter, migrations: readonly Migration[]): unknown => {
  const matchingMigrations = migrations.filter((migration) => matches(migration, filter));
  return {
    filter,
    total: matchingMigrations.length,
    first: matchingMigrations.slice(0, 7),
    third: matchingMigrations.slice(14, 21),
  };
};

test(
  'filters: each combination finds and counts the same migrations as a search of all rows',
  { tags: '@X1' },
  async () => {
    const seeded = await all();
    for (const filter of filtersOf(seeded)) expect(await found(filter)).toEqual(expected(filter, seeded));
  },
);

test(
  'filters: counts by status are correct after a status change, many changes and a new seeding',
  { tags: '@X1' },
  async () => {
    const filter: MigrationFilter = { statuses: ['FAILED'] };
    expect(await found(filter)).toEqual(expected(filter, await all()));
    const working = (await all()).filter(({ status }) => status === 'COMPLETE').slice(0, 3);
    for (const { id } of working) {
      await store.runs.setStatus(1, id, { from: 'COMPLETE', to: 'FAILED' }, 1_700_000_000_000);
      expect(await found(filter)).toEqual(expected(filter, await all()));
    }
    const [first] = working;
    const swap = async (from: 'FAILED' | 'COMPLETE', to: 'FAILED' | 'COMPLETE') =>
      store.runs.setStatus(1, first?.id ?? '', { from, to }, 1_700_000_000_000);
    // More than the events that one read returns.
    for (let count = 0; count < 501; count++) {
      await swap('FAILED', 'COMPLETE');
      await swap('COMPLETE', 'FAILED');
    }
    await swap('FAILED', 'COMPLETE');
    expect(await found(filter)).toEqual(expected(filter, await all()));
    await fillStore(store.seed, { seed: 2, at: 1_700_000_000_000, migrations: 200, companies: 6 });
    expect(await found(filter)).toEqual(expected(filter, await all()));
  },
);

test('filters: deep pages of many rows are exact, also after changes in several blocks', { tags: '@X1' }, async () => {
  await fillStore(store.seed, { seed: 3, at: 1_700_000_000_000, migrations: 2_500, companies: 6 });
  const every = async (): Promise<Migration[]> =>
    rows((await store.migrations.page(1, { page: 1, pageSize: 3_000 })).rows);
  const compare = async () => {
    const seeded = await every();
    const companyId = seeded[1_200]?.company_id ?? '';
    const between = { createdAfter: seeded[2_000]?.created, createdBefore: seeded[20]?.created };
    for (const filter of [
      { statuses: ['COMPLETE'] },
      { statuses: ['FAILED', 'COMPLETE'] },
      { createdBefore: seeded[20]?.created },
      { createdAfter: seeded[2_000]?.created },
      { companyId },
      { companyId, userId: seeded[1_200]?.created_by_user_id },
      { companyId, statuses: ['COMPLETE'] },
      { companyId, ...between },
      { statuses: ['COMPLETE'], ...between },
      { statuses: ['COMPLETE'], createdAfter: seeded[40]?.created, createdBefore: seeded[20]?.created },
    ] as MigrationFilter[]) {
      const matching = seeded.filter((migration) => matches(migration, filter));
      const last = Math.ceil(matching.length / 7);
      for (const page of [2, 40, 90, last - 1, last, last + 1].filter((one) => one > 0)) {
        const wanted = { rows: matching.slice((page - 1) * 7, page * 7), total: matching.length };
        const paged = await store.migrations.filteredPage(1, { page, pageSize: 7 }, filter);
        expect({ rows: rows(paged.rows), total: paged.total }, `${JSON.stringify(filter)} ${page}`).toEqual(wanted);
      }
    }
    return seeded;
  };
  const seeded = await compare();
  for (const migration of [seeded[30], seeded[1_200], seeded[2_400]])
    await store.runs.setStatus(
      1,
      migration?.id ?? '',
      { from: migration?.status ?? 'FAILED', to: migration?.status === 'COMPLETE' ? 'FAILED' : 'COMPLETE' },
      1_700_000_000_000,
    );
  await compare();
});

test('filters: a page stays full if a match leaves its block after the count', { tags: '@X1' }, async () => {
  await fillStore(store.seed, { seed: 3, at: 1_700_000_000_000, migrations: 2_500, companies: 6 });
  const complete = async (migrations: number) =>
    rows((await store.migrations.page(1, { page: 1, pageSize: migrations })).rows).filter(
      ({ status }) => status === 'COMPLETE',
    );
  const [first, ...others] = await complete(2_500 - 2_048);
  const readPage = () =>
    store.migrations.filteredPage(1, { page: 1, pageSize: others.length + 1 }, { statuses: ['COMPLETE'] });
  expect(rows((await readPage()).rows)).toEqual([first, ...others]);
  const { readAfter } = store.events;
  vi.spyOn(store.events, 'readAfter').mockImplementationOnce(async (...range) => {
    const read = await readAfter(...range);
    await store.runs.setStatus(1, first?.id ?? '', { from: 'COMPLETE', to: 'FAILED' }, 1_700_000_000_000);
    return read;
  });
  expect(rows((await readPage()).rows)).toEqual((await complete(2_500)).slice(0, others.length + 1));
});

test('filters: another organization has no matches', { tags: '@X1' }, async () => {
  const [{ created_by_user_id: userId } = { created_by_user_id: '' }] = await all();
  const organization = { number: 2, id: '00000000-0000-4000-8000-000000000002', name: 'Harbour Goods' };
  await fillStore(store.seed, { seed: 2, at: 1_700_000_000_000, migrations: 0, companies: 0 }, { organization });
  const page = await store.migrations.filteredPage(2, { page: 1, pageSize: 10 }, { userId });
  expect(page).toEqual({ rows: '', total: 0 });
});
