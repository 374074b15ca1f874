import pg from 'pg';
import { StoreUnavailable } from '../store.ts';

/**
 * Codes of PostgreSQL's that say nothing about the statement, by their beginning: no connection, no resources, shutting
 * down, a system error, read-only, a transaction that stood still, a timeout, a lock that was not had, a deadlock, who may
 * connect, no such database; and a prepared statement that another server of a pooler knows, or does not.
 */
const passing = /^(?:08|53|57P|58|25006|25P03|57014|55P03|40001|40P01|28|3D000|26000|42P05)/;

/** Error code of the database or system, also inside `StoreUnavailable`. */
export const codeOf = (error: unknown): string | undefined => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  return driverError instanceof Error && 'code' in driverError && typeof driverError.code === 'string'
    ? driverError.code
    : undefined;
};

/**
 * Whether a pooler said this that hands a connection on from one transaction to the next: it knows no settings of a
 * connection, and its servers do not know each other's prepared statements.
 */
export const isOfPooler = (error: unknown): boolean => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  const code = codeOf(error);
  if (code === '26000' || code === '42P05') return true;
  return code === '08P01' && driverError instanceof Error && driverError.message.includes('startup parameter');
};

const busyCodes = new Set(['57014', '55P03', '40001', '40P01']);
/** pg's messages for a pool timeout and a query timeout. The heartbeat detects a dead database. */
const busyWords = /^(?:timeout exceeded when trying to connect|Query read timeout)$/;

/** Whether the database is alive but overloaded. */
export const isBusy = (error: unknown): boolean => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  return busyCodes.has(codeOf(error) ?? '') || (driverError instanceof Error && busyWords.test(driverError.message));
};

/** Waits for the driver. What it throws that is no answer to a statement means that there is no connection. */
export const answered = async <Answer>(pending: Promise<Answer>): Promise<Answer> => {
  try {
    return await pending;
  } catch (error) {
    const code = codeOf(error);
    const isAnswer = error instanceof pg.DatabaseError && !passing.test(code ?? '');
    // A mistake of this program is none of the database's.
    if (isAnswer || error instanceof TypeError || error instanceof StoreUnavailable) throw error;
    const reason = code ?? (error instanceof Error ? error.message : String(error));
    throw new StoreUnavailable(`the database doesn't respond (${reason})`, { cause: error });
  }
};
