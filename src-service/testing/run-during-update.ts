import pg from 'pg';
import { expect } from 'vitest';
import type { TestData } from './test-data.ts';

/** Runs SQL in another transaction, which commits only when `work` waits for it. */
export const runDuringUpdate = async <Result>(
  data: TestData,
  sql: string,
  work: () => Promise<Result>,
): Promise<Result> => {
  const other = new pg.Client({ connectionString: data.flags[1] });
  await other.connect();
  try {
    await other.query(`BEGIN; ${sql}`);
    const result = work();
    result.catch(() => undefined);
    const waits = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`;
    await expect.poll(async () => (await other.query(waits)).rowCount).toBe(1);
    await other.query('COMMIT');
    return await result;
  } finally {
    await other.end();
  }
};
