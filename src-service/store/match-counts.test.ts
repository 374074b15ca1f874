import { expect, test } from 'vitest';
import type { StoredEvent } from './event-store.ts';
import { migrationStatuses } from '#shared/migration-api/migration-status.ts';
import { countMatches, createMatchCounts } from './match-counts.ts';
import type { MigrationFilter } from './migration-filter.ts';
import { sqliteDialect } from './sqlite/sqlite-programs.ts';

const eventOf = (position: number, id: string, status: string, previous: string | null): StoredEvent => ({
  position,
  id: `evt_${position}`,
  body: JSON.stringify({ data: { id, status }, previous_status: previous }),
});

/** Two blocks: the first has 5 failed migrations, the second has 3. */
const setup = (positions: Readonly<Record<string, number>>) => {
  const stored: StoredEvent[] = [];
  const lookups: (readonly string[])[] = [];
  const failed = [5, 3];
  const counted: (number | 'all')[] = [];
  let fieldChanges = 0;
  const locate = createMatchCounts({
    events: {
      readAfter: (_, position) => {
        const events = stored.filter((event) => event.position > position);
        return Promise.resolve({ epoch: 'e', first: 1, head: stored.length, fieldChanges, events });
      },
    },
    countRows: (_, _owner, range) => {
      counted.push(range === undefined ? 'all' : range.low / 1_024);
      const rows = failed.map((count, block) => ({
        epoch: 'e',
        head: stored.length,
        field_changes: fieldChanges,
        status: 'FAILED',
        block,
        count,
      }));
      if (range !== undefined && range.high - range.low !== 1_024)
        return Promise.resolve([{ status: 'FAILED', block: 0, count: range.high - range.low }]);
      return Promise.resolve(range === undefined ? rows : rows.slice(range.low / 1_024, range.high / 1_024));
    },
    positionsOf: (_, ids) => {
      lookups.push(ids);
      return Promise.resolve(new Map(Object.entries(positions).filter(([id]) => ids.includes(id))));
    },
  });
  const page = (
    skip: number,
    {
      companyId,
      low = 0,
      high = 1_000_000,
    }: Partial<Record<'low' | 'high', number>> & { companyId?: string | undefined } = {},
  ) => locate(1, { statuses: ['FAILED', 'COMPLETE'], companyId }, { low, high, skip, pageSize: 2 });
  return {
    stored,
    lookups,
    failed,
    counted,
    page,
    total: async (companyId?: string) => (await page(0, { companyId })).total,
    changeField: () => (fieldChanges += 1),
  };
};

test('counts again only the blocks in which migrations changed', { tags: '@X1' }, async () => {
  const { stored, lookups, failed, total, counted } = setup({ a: 1, b: 1_025, c: 1_026 });
  expect(await total()).toBe(8);
  stored.push(eventOf(1, 'b', 'FAILED', null), eventOf(2, 'c', 'FAILED', 'WORKING'), eventOf(3, 'b', 'FAILED', null));
  failed[0] = 100;
  failed[1] = 4;
  expect(await total()).toBe(9);
  expect(await total()).toBe(9);
  expect({ lookups, counted }).toEqual({ lookups: [['b', 'c']], counted: ['all', 1] });
});

test("counts all rows again if a changed migration doesn't exist", { tags: '@X1' }, async () => {
  const { stored, total, counted } = setup({ a: 1 });
  expect(await total()).toBe(8);
  stored.push(eventOf(1, 'a', 'FAILED', 'WORKING'), eventOf(2, 'gone', 'FAILED', 'WORKING'));
  expect(await total()).toBe(8);
  expect(counted).toEqual(['all', 'all']);
});

test('counts the rows of a company again after a change of a company without an event', { tags: '@X1' }, async () => {
  const { total, counted, changeField } = setup({});
  await total('one');
  await total();
  changeField();
  await total('one');
  await total();
  await total('one');
  expect(counted).toEqual(['all', 'all', 'all']);
});

test(
  'a page reads only the blocks that contain it, and a range counts only its part of a block',
  { tags: '@X1' },
  async () => {
    const { page } = setup({});
    expect(await page(0)).toEqual({ low: 1_024, high: 2_048, skip: 0, total: 8, statuses: ['FAILED'] });
    expect(await page(2)).toEqual({ low: 0, high: 2_048, skip: 2, total: 8, statuses: ['FAILED'] });
    expect(await page(4)).toEqual({ low: 0, high: 1_024, skip: 1, total: 8, statuses: ['FAILED'] });
    expect(await page(8)).toEqual({ low: 0, high: 0, skip: 0, total: 8, statuses: [] });
    expect(await page(2, { low: 1_020, high: 1_027 })).toEqual({
      low: 1_020,
      high: 1_027,
      skip: 2,
      total: 7,
      statuses: ['FAILED'],
    });
    expect(await page(0, { low: 1_030, high: 1_030 })).toEqual({ low: 0, high: 0, skip: 0, total: 0, statuses: [] });
    expect(await page(0, { low: 1_030, high: 900 })).toEqual({ low: 0, high: 0, skip: 0, total: 0, statuses: [] });
  },
);

test('companies never displace the counts of an organization', { tags: '@X1' }, async () => {
  const { total, counted } = setup({});
  await total();
  for (let company = 0; company < 251; company++) await total(`company ${company}`);
  await total();
  expect(counted).toHaveLength(252);
});

test('the order of the statuses in a filter makes no new statement', { tags: '@X1' }, () => {
  const textOf = (statuses: MigrationFilter['statuses']) => countMatches(sqliteDialect, { statuses }).text;
  expect(textOf(migrationStatuses.toReversed())).toBe(textOf(migrationStatuses));
});
