import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { createSharedReads } from './transactions.ts';

const open = () => {
  const database = new DatabaseSync(':memory:');
  database.exec('CREATE TABLE counter (value INTEGER); INSERT INTO counter VALUES (1)');
  const value = database.prepare('SELECT value FROM counter');
  return { database, reads: createSharedReads(database), value: () => Number(value.get()?.['value']) };
};

test('reads of one tick share a transaction and see earlier writes', { tags: '@X1' }, async () => {
  const { database, reads, value } = open();
  const both = [0, 1].map(() => reads(() => ({ value: value(), shared: database.isTransaction })));
  database.exec('UPDATE counter SET value = 2');
  expect(await Promise.all(both)).toEqual([
    { value: 2, shared: true },
    { value: 2, shared: true },
  ]);
  expect(database.isTransaction).toBe(false);
  expect(await reads(() => database.isTransaction)).toBe(false);
});

test(
  'a failed read rejects only itself, and a closed database rejects all pending reads',
  { tags: '@X1' },
  async () => {
    const { database, reads, value } = open();
    const fails = reads(() => database.prepare('SELECT nothing FROM nowhere').get());
    expect(await Promise.allSettled([fails, reads(value)])).toMatchObject([
      { status: 'rejected' },
      { status: 'fulfilled', value: 1 },
    ]);
    const late = [reads(value), reads(value)];
    database.close();
    expect((await Promise.allSettled(late)).map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  },
);
