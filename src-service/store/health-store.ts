import { bindPrograms, type Dialect, first, prepared, type Program, type Programs, run } from './base/program.ts';
import { isDue } from './run-store.ts';

/** `waiting` counts requests that wait for a connection. */
export interface StoreConnections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

const write = prepared(
  'INSERT INTO probes (id, written) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
);

/** Parts of the health that only the database's driver knows. */
export interface DriverHealth {
  /** Whether a write failed because the store is overloaded, not because it is unavailable or read-only. */
  isBusy(error: unknown): boolean;
  /** Undefined for a data folder, which has no connections. */
  connections(): StoreConnections | undefined;
}

export const createHealthStore = ({ single }: Programs, { dueRuns }: Dialect, ofDriver: DriverHealth) => {
  const longestDue = prepared(`
      SELECT CAST($1 AS bigint) + offset_ms - due AS lag FROM ${dueRuns}
      WHERE ${isDue} ORDER BY due LIMIT 1`);
  return {
    ...ofDriver,
    ...bindPrograms(single, {
      /** Writes one row durably. Throws if the store is read-only, such as a standby. */
      *write(now: number): Program<void> {
        yield* run(write, [now]);
      },
      /** Returns how long the most overdue step has waited for an engine, in milliseconds. 0 if no step is due. */
      *lag(now: number): Program<number> {
        return Number((yield* first(longestDue, [now]))?.['lag'] ?? 0);
      },
    }),
  };
};
