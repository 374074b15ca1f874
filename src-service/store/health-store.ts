export interface StoreConnections {
  readonly total: number;
  readonly idle: number;
  readonly waiting: number;
}

export interface HealthStore {
  /** Writes one row and waits until it is kept; throws where the store takes no writes, as a standby does. */
  write(now: number): Promise<void>;
  /** Whether a write failed because the store has too much to do, and not because it is gone or takes none. */
  isBusy(error: unknown): boolean;
  /** How long the step that is longest due has waited for an engine, in milliseconds; 0 where none is due. */
  lag(now: number): Promise<number>;
  /** Undefined where the data is in a folder, which no connection leads to. */
  connections(): StoreConnections | undefined;
}
