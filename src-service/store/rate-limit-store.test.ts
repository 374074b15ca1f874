import { DatabaseSync } from 'node:sqlite';
import { beforeEach, expect, test } from 'vitest';
import { createRateLimitStore, maxWindows, type RateLimitStore, windowsPerSweep } from './rate-limit-store.ts';
import { schemaVersions } from './sqlite/schema-versions.ts';
import { createSqlitePrograms } from './sqlite/sqlite-programs.ts';

let database: DatabaseSync;
let limits: RateLimitStore;
beforeEach(() => {
  database = new DatabaseSync(':memory:');
  for (const step of schemaVersions) database.exec(step);
  limits = createRateLimitStore(createSqlitePrograms(database));
});

const minute = 60_000;
const rows = (): number => Number(database.prepare('SELECT count(*) AS rows FROM rate_limits').get()?.['rows']);

test('the first request after a window starts a new window', { tags: '@X1' }, async () => {
  expect(await limits.count('a', 1, minute, 1_000)).toEqual({ count: 1, windowEnds: 61_000 });
  expect(await limits.count('a', 1, minute, 60_999)).toEqual({ count: 2, windowEnds: 61_000 });
  expect(await limits.count('b', 1, minute, 60_999)).toEqual({ count: 1, windowEnds: 120_999 });
  expect(await limits.count('a', 1, minute, 61_000)).toEqual({ count: 1, windowEnds: 121_000 });
  expect(await limits.count('a', 30, minute, 61_001)).toEqual({ count: 31, windowEnds: 121_000 });
});

test('requests from more and more addresses leave a limited number of rows', { tags: ['@T22', '@A8'] }, async () => {
  const counted = maxWindows + 10 * windowsPerSweep;
  let maxRows = 0;
  for (let index = 0; index < counted; index++) {
    await limits.count(`refused ${index}`, 1, minute, index);
    if (index % windowsPerSweep === 0 || index > counted - 3) maxRows = Math.max(maxRows, rows());
  }
  expect(maxRows).toBeLessThanOrEqual(maxWindows + windowsPerSweep);
  // The windows that end last stay.
  expect(await limits.count(`refused ${counted - 1}`, 1, minute, counted)).toMatchObject({ count: 2 });
});

test('expired windows are deleted during requests, not only once a minute', { tags: '@T22' }, async () => {
  for (let index = 0; index < 3 * windowsPerSweep; index++)
    await limits.count(`refused ${index}`, 1, minute, index * minute);
  expect(rows()).toBeLessThanOrEqual(windowsPerSweep);
});
