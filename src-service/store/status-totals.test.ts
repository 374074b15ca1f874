import { expect, test } from 'vitest';
import type { StoredEvent } from './event-store.ts';
import { createStatusTotals } from './status-totals.ts';

const eventOf = (position: number, id: string, status: string, previous: string | null): StoredEvent => ({
  position,
  id: `evt_${position}`,
  body: JSON.stringify({ data: { id, status }, previous_status: previous }),
});

/** Two blocks: the first has 5 failed migrations, the second has 3. */
const setup = (positions: Readonly<Record<string, number>>) => {
  const stored: StoredEvent[] = [];
  const lookups: (readonly string[])[] = [];
  let counts = 0;
  const totals = createStatusTotals({
    events: {
      readAfter: (_, position) => {
        const events = stored.filter((event) => event.position > position);
        return Promise.resolve({ epoch: 'e', first: 1, head: stored.length, events });
      },
    },
    countRows: () => {
      counts += 1;
      return Promise.resolve([5, 3].map((count) => ({ epoch: 'e', head: stored.length, status: 'FAILED', count })));
    },
    positionsOf: (_, ids) => {
      lookups.push(ids);
      return Promise.resolve(new Map(Object.entries(positions).filter(([id]) => ids.includes(id))));
    },
  });
  const failed = async () => (await totals(1, ['FAILED'])).total;
  return { stored, lookups, failed, counts: () => counts };
};

test('reads the positions of all changed migrations with one query', { tags: '@X1' }, async () => {
  const { stored, lookups, failed, counts } = setup({ a: 1, b: 1_025, c: 2 });
  expect(await failed()).toBe(8);
  stored.push(eventOf(1, 'a', 'FAILED', 'WORKING'), eventOf(2, 'b', 'FAILED', null));
  stored.push(eventOf(3, 'a', 'COMPLETE', 'FAILED'), eventOf(4, 'c', 'FAILED', 'WORKING'));
  expect(await failed()).toBe(10);
  expect(await failed()).toBe(10);
  expect({ lookups, counts: counts() }).toEqual({ lookups: [['a', 'b', 'c']], counts: 1 });
});

test("counts the rows again if a changed migration doesn't exist", { tags: '@X1' }, async () => {
  const { stored, failed, counts } = setup({ a: 1 });
  expect(await failed()).toBe(8);
  stored.push(eventOf(1, 'a', 'FAILED', 'WORKING'), eventOf(2, 'gone', 'FAILED', 'WORKING'));
  expect(await failed()).toBe(8);
  expect(counts()).toBe(2);
});
