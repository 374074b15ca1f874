import type { DatabaseSync } from 'node:sqlite';

/**
 * Runs `work` in one write transaction; an exception takes everything back. `work` is synchronous on purpose: an await
 * inside would let another request's statements into this transaction.
 */
export const inTransaction = <Result>(database: DatabaseSync, work: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = work();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    if (database.isTransaction) database.exec('ROLLBACK');
    throw error;
  }
};
