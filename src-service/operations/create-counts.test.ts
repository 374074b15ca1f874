import { expect, test } from 'vitest';
import { createCounts } from './create-counts.ts';

test('the counts of each owner are written together', { tags: '@X30' }, async () => {
  const written: unknown[] = [];
  const counts = createCounts(async (names, owner: string) => void written.push([owner, names]));
  for (const name of ['read', 'write', 'read']) counts.add(name, 'ada');
  counts.add('read', 'eve');
  await counts.flush();
  await counts.flush();
  expect(written).toEqual([
    ['ada', { read: 2, write: 1 }],
    ['eve', { read: 1 }],
  ]);
});

test('counts that arrive during a write go into the next write', { tags: ['@X30', '@A14'] }, async () => {
  let writes = 0;
  const counts = createCounts(async (_names, owner: string) => {
    writes += 1;
    if (writes < 10) counts.add('read', owner);
  });
  counts.add('read', 'ada');
  await counts.flush();
  expect(writes).toBe(1);
  await counts.flush();
  expect(writes).toBe(2);
});

test('the counts of a failed write are added to the next write', { tags: '@X30' }, async () => {
  const written: unknown[] = [];
  let isFull = true;
  const counts = createCounts(async (names, owner: string) => {
    if (isFull) {
      counts.add('read', owner);
      throw new Error('full');
    }
    written.push([owner, names]);
  });
  counts.add('read', 'ada');
  await expect(counts.flush()).rejects.toThrow('full');
  isFull = false;
  await counts.flush();
  expect(written).toEqual([['ada', { read: 2 }]]);
});
