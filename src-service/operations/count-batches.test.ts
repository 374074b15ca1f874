import { expect, test } from 'vitest';
import { CountBatches } from './count-batches.ts';

test('the counts of each owner are written together', { tags: '@X30' }, async () => {
  const batches = new CountBatches<string>();
  for (const name of ['read', 'write', 'read']) batches.add('1', 'ada', name);
  batches.add('2', 'eve', 'read');
  const written: unknown[] = [];
  const write = async (owner: string, counts: object) => void written.push([owner, counts]);
  await batches.flush(write);
  await batches.flush(write);
  expect(written).toEqual([
    ['ada', { read: 2, write: 1 }],
    ['eve', { read: 1 }],
  ]);
});

test('counts that arrive during a write go into the next write', { tags: ['@X30', '@A14'] }, async () => {
  const batches = new CountBatches<string>();
  let writes = 0;
  const write = async () => {
    writes += 1;
    if (writes < 10) batches.add('1', 'ada', 'read');
  };
  batches.add('1', 'ada', 'read');
  await batches.flush(write);
  expect(writes).toBe(1);
  await batches.flush(write);
  expect(writes).toBe(2);
});

test('the counts of a failed write are added to the next write', { tags: '@X30' }, async () => {
  const batches = new CountBatches<string>();
  batches.add('1', 'ada', 'read');
  const full = async () => {
    batches.add('1', 'ada', 'read');
    throw new Error('full');
  };
  await expect(batches.flush(full)).rejects.toThrow('full');
  const written: unknown[] = [];
  await batches.flush(async (owner, counts) => void written.push([owner, counts]));
  expect(written).toEqual([['ada', { read: 2 }]]);
});
