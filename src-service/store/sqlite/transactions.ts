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

export type SharedReads = <Result>(read: () => Result) => Promise<Result>;

/**
 * Runs the reads that one turn of the event loop brings in one read transaction, after the last of them was asked for:
 * a transaction takes and gives back a file lock, which costs as much as reading a short page. Since it begins and ends
 * within one call, no write of this process can fall into it.
 */
export const createSharedReads = (database: DatabaseSync): SharedReads => {
  const startSql = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  let waiting: (() => void)[] = [];
  const readAll = (): void => {
    const reads = waiting;
    waiting = [];
    // A closed database tells each reader by itself.
    if (reads.length > 1 && database.isOpen) startSql.run();
    for (const read of reads) read();
    if (database.isOpen && database.isTransaction) commit.run();
  };
  return (read) =>
    new Promise((resolve, reject) => {
      const length = waiting.push(() => {
        try {
          resolve(read());
        } catch (error) {
          reject(error as Error);
        }
      });
      if (length === 1) setImmediate(readAll);
    });
};
