import type { MigrationStatus } from '#shared/migration-api/migration.ts';
import type { Run } from '../migration-engine/run.ts';

/** A company as the login at the provider tells it. */
export interface ProviderCompany {
  readonly name: string;
  readonly idAtProvider: string;
  readonly provider: string;
}

export interface StoredRun {
  /** Row of the migration in the store. */
  readonly migration: number;
  /** Counts the writes; a write names the version that it was made from. */
  readonly version: number;
  readonly run: Run;
}

export interface RunChange extends StoredRun {
  /** The company that the migration belongs to from now on; made when the organization does not have it yet. */
  readonly company?: ProviderCompany | undefined;
}

/** A run whose time has come; `now` is the time by the clock of its organization. */
interface DueRun extends StoredRun {
  readonly now: number;
}

export interface RunStore {
  /**
   * Runs whose due time has come by the clock of their organization, the longest overdue first.
   *
   * @param now the system's time
   */
  due(now: number, limit: number): Promise<readonly DueRun[]>;
  /** Writes run, status and company together; false when somebody else wrote the run since it was read. */
  save(change: RunChange, now: number): Promise<boolean>;
  /** The status and, where the engine drives it, the run of a migration. */
  find(organization: number, id: string): Promise<{ status: MigrationStatus; stored?: StoredRun } | undefined>;
  /** Sets the status of a migration that the engine does not drive; false when it is no longer `from`. */
  setStatus(organization: number, id: string, from: MigrationStatus, to: MigrationStatus): Promise<boolean>;
}
