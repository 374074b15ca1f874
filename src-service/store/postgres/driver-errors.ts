import pg from 'pg';
import { messageOf } from '../base/message-of.ts';
import { StoreUnavailable } from '../base/unavailable.ts';

/**
 * PostgreSQL error codes, by prefix, that don't depend on the statement: connection, resources, shutdown, system error,
 * read-only, idle transaction, timeout, lock timeout, serialization, deadlock, authentication, unknown database; and a
 * prepared statement that a pooler's other server has or lacks.
 */
const transientCodes = /^(?:08|53|57P|58|25006|25P03|57014|55P03|40001|40P01|28|3D000|26000|42P05)/;

/** Returns the error code of the database or system, also from inside `StoreUnavailable`. */
export const codeOf = (error: unknown): string | undefined => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  return driverError instanceof Error && 'code' in driverError && typeof driverError.code === 'string'
    ? driverError.code
    : undefined;
};

/** Whether the error comes from a pooler in transaction mode, which rejects settings or prepared statements. */
export const isOfPooler = (error: unknown): boolean => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  const code = codeOf(error);
  if (code === '26000' || code === '42P05') return true;
  return code === '08P01' && driverError instanceof Error && driverError.message.includes('startup parameter');
};

const busyCodes = new Set(['57014', '55P03', '40001', '40P01']);
/** pg's messages for pool and query timeouts, which mean a busy database. The heartbeat detects a dead database. */
const busyMessagePattern = /^(?:timeout exceeded when trying to connect|Query read timeout)$/;

export const isBusy = (error: unknown): boolean => {
  const driverError = error instanceof StoreUnavailable ? error.cause : error;
  return (
    busyCodes.has(codeOf(error) ?? '') || (driverError instanceof Error && busyMessagePattern.test(driverError.message))
  );
};

/** Error codes that don't depend on the host: resources, conflicts, credentials, a name, a pooler. */
const notRetryableElsewhere = /^(?:53|40|28|3D|26000|42P05|42501)/;

/** Whether another host of the database may work: this host is down, unresponsive, starting, or a standby. */
export const isWorthRetryElsewhere = (error: unknown): boolean =>
  error instanceof StoreUnavailable && !isBusy(error) && !notRetryableElsewhere.test(codeOf(error) ?? '');

/** Awaits the driver. Converts errors that aren't a database response to `StoreUnavailable`. */
export const awaitDriver = async <Answer>(pending: Promise<Answer>): Promise<Answer> => {
  try {
    return await pending;
  } catch (error) {
    const code = codeOf(error);
    const isAnswer = error instanceof pg.DatabaseError && !transientCodes.test(code ?? '');
    // A TypeError is a bug in this program, not a failure of the database.
    if (isAnswer || error instanceof TypeError || error instanceof StoreUnavailable) throw error;
    const reason = code ?? messageOf(error);
    throw new StoreUnavailable(`the database doesn't respond (${reason})`, { cause: error });
  }
};
