/** Database connections of this instance. `waiting` counts requests without a connection. */
export interface StoreConnections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

/** What probes and metrics read. */
export interface HealthStore {
  /** Writes one row durably. Throws if the store is read-only, such as a standby. */
  write(now: number): Promise<void>;
  /** Whether a write failed because the store is overloaded, not because it is unavailable or read-only. */
  isBusy(error: unknown): boolean;
  /** How long the most overdue step has waited for an engine, in milliseconds. 0 if none is due. */
  lag(now: number): Promise<number>;
  /** Undefined for a data folder, which has no connections. */
  connections(): StoreConnections | undefined;
}
