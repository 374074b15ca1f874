import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { loadedQuerySchema } from '#shared/console-contract/loaded-query.ts';
import { createCompanyDirectory } from '../rows/company-directory.ts';
import { createPace } from '../rows/pace.ts';
import { createRowOrders } from './order-rows.ts';
import { createRowStore } from './row-store.ts';

const place = { profileId: 'p', resource: 'migrations' } as const;
const pace = createPace();
const idOf = (index: number) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const rowOf = (index: number, minute: number | null, status = 'WORKING') => ({
  id: idOf(index),
  created: minute === null ? null : new Date(Date.UTC(2026, 10, 20) - minute * 60_000).toISOString(),
  status,
  createdByUserId: `user-${(index * 7) % 5}@example.com`,
  companyId: null,
});

const openTable = () => {
  const store = createRowStore(createCompanyDirectory());
  store.begin(place, 'load', null);
  const { view, results } = store.table(place);
  return { view, results, table: view.table };
};

test('C33 an order that was kept is the one that is worked out anew, whatever came or changed meanwhile', async () => {
  const change = fc.record({
    index: fc.nat(30),
    minute: fc.option(fc.nat(20)),
    status: fc.constantFrom('WORKING', 'FAILED'),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { maxLength: 8 }), { maxLength: 6 }), async (turns) => {
      const { view, table } = openTable();
      const kept = createRowOrders(view);
      for (const turn of turns) {
        for (const { index, minute, status } of turn) table.put(rowOf(index, minute, status));
        for (const column of [null, 'created', 'id', 'user', 'status'] as const)
          for (const direction of ['ascending', 'descending'] as const) {
            const sort = column === null ? null : { column, direction };
            expect(await kept.get(sort, pace)).toEqual(await createRowOrders(view).get(sort, pace));
          }
      }
    }),
    { numRuns: 40 },
  );
});

test('C33 many rows that rest are made ready for a sort by any column before somebody sorts', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  try {
    const { results, table } = openTable();
    for (let index = 0; index < 20_000; index += 1) table.put(rowOf(index, index));
    const attention = { stamp: () => '', read: () => Promise.reject(new Error('not asked')) };
    const { signal } = new AbortController();
    const { ranks } = table.ids;
    const made = new Promise<void>((resolve) => {
      vi.spyOn(table.ids, 'ranks').mockImplementation((ownPace) => {
        resolve();
        return ranks(ownPace);
      });
    });
    await results.get(loadedQuerySchema.parse({}), signal, attention);
    vi.advanceTimersByTime(1_000);
    // Else this test never ends.
    await expect(made).resolves.toBeUndefined();
  } finally {
    vi.useRealTimers();
  }
});
