import type { DatabaseSync } from 'node:sqlite';

/** Runs `act` in one write transaction, which an exception rolls back. `act` must be synchronous. */
export const inTransaction = <Result>(database: DatabaseSync, act: () => Result): Result => {
  database.exec('BEGIN IMMEDIATE');
  try {
    const result = act();
    database.exec('COMMIT');
    return result;
  } catch (error) {
    database.exec('ROLLBACK');
    throw error;
  }
};
