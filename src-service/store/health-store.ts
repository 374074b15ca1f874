import { type Dialect, first, type Programs, run } from './base/program.ts';
import { isDue } from './create-run-store.ts';

/** `waiting` counts requests that wait for a connection. */
export interface StoreConnections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface HealthStore {
  /** Writes one row durably. Throws if the store is read-only, such as a standby. */
  write(now: number): Promise<void>;
  /** Whether a write failed because the store is overloaded, not because it is unavailable or read-only. */
  isBusy(error: unknown): boolean;
  /** Returns how long the most overdue step has waited for an engine, in milliseconds. 0 if no step is due. */
  lag(now: number): Promise<number>;
  /** Undefined for a data folder, which has no connections. */
  connections(): StoreConnections | undefined;
}

const write = {
  name: 'write probe',
  text: 'INSERT INTO probes (id, written) VALUES (1, $1) ON CONFLICT (id) DO UPDATE SET written = excluded.written',
};

export const createHealthStore = (
  { single }: Programs,
  { dueRuns }: Dialect,
  ofStore: Pick<HealthStore, 'connections' | 'isBusy'>,
): HealthStore => {
  const longestDue = {
    name: 'most overdue run',
    text: `
      SELECT CAST($1 AS bigint) + offset_ms - due AS lag FROM ${dueRuns}
      WHERE ${isDue} ORDER BY due LIMIT 1`,
  };
  return {
    ...ofStore,
    write: async (now) => void (await single(() => run(write, [now]))),
    lag: async (now) => Number((await single(() => first(longestDue, [now])))?.['lag'] ?? 0),
  };
};
