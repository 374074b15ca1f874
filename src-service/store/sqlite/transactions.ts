import type { DatabaseSync } from 'node:sqlite';

/** `work` must be synchronous: during an await, another request's statements would join the transaction. */
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

type SharedReads = <Result>(read: () => Result) => Promise<Result>;

/** Runs all reads of one event loop tick in one transaction: its file lock costs as much as reading a short page. */
export const createSharedReads = (database: DatabaseSync): SharedReads => {
  const startSql = database.prepare('BEGIN');
  const commit = database.prepare('COMMIT');
  let waitingReads: (() => void)[] = [];
  const readAll = (): void => {
    const reads = waitingReads;
    waitingReads = [];
    // Starts no transaction on a closed database, so that each read rejects with its own error.
    if (reads.length > 1 && database.isOpen) startSql.run();
    // Synchronous, so that no write of this process runs in between.
    for (const read of reads) read();
    if (database.isOpen && database.isTransaction) commit.run();
  };
  return (read) =>
    new Promise((resolve, reject) => {
      const length = waitingReads.push(() => {
        try {
          resolve(read());
        } catch (error) {
          reject(error as Error);
        }
      });
      if (length === 1) setImmediate(readAll);
    });
};
