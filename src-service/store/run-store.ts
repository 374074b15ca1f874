import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import type { ActivityContext } from '../migration-engine/record-activity.ts';
import type { Run } from '../migration-engine/run.ts';
import type { ProviderCompany } from '../providers/source-provider.ts';

export interface StoredRun {
  readonly migration: number;
  /** Number of writes. A write fails if the version changed after it was read. */
  readonly version: number;
  readonly run: Run;
}

export interface RunChange extends StoredRun {
  /** The run as it was read. If omitted, the change adds no activity. */
  readonly before?: Run | undefined;
  readonly context?: ActivityContext | undefined;
  /** Company to assign to the migration. Created if the organization doesn't have this company. */
  readonly company?: ProviderCompany | undefined;
}

interface StatusStep {
  readonly from: MigrationStatus;
  readonly to: MigrationStatus;
}

/** Runs of migrations. Seeded rows have no run. */
export interface RunStore {
  /**
   * Moves due runs, most overdue first, each once even with several instances. Returns their number.
   * @param now the store's own time
   * @param move returns the run after its first step that is due at the organization's time
   * @param waitsForOthers waits for runs that another instance is moving, instead of skipping them
   */
  moveDue(now: number, limit: number, move: (run: Run, now: number) => Run, waitsForOthers?: boolean): Promise<number>;
  /**
   * Writes run, status and company atomically. Returns false if the run changed since it was read. A call contains at
   * most one status change, because each change needs an event.
   * @param now the organization's time
   */
  save(change: RunChange, now: number): Promise<boolean>;
  /** Returns a migration's status, and its run unless it was seeded. Undefined if the migration doesn't exist. */
  find(organization: number, id: string): Promise<{ status: MigrationStatus; stored?: StoredRun } | undefined>;
  /** Sets a seeded migration's status, at the organization's time `now`. False if the status isn't `from`. */
  setStatus(organization: number, id: string, step: StatusStep, now: number): Promise<boolean>;
}

interface Modal {
  readonly organization: number;
  readonly migrationId: string;
  readonly accessTokenHash: Uint8Array;
  readonly rootId: string;
  readonly retries: number;
  readonly userId: string;
  readonly sourceProviders: readonly string[] | null;
  readonly origin: string | null;
  /** The backend's own data about the session, as JSON. */
  readonly metadata: string | null;
}

export interface NewModal extends Modal {
  /** SHA-256 of the modal's secret URL part. */
  readonly addressHash: Uint8Array;
  /** Creates the run. Receives the scenario of the next migration, if one is set. */
  readonly beginRun: (scenario: ScenarioName | undefined) => Run;
  readonly context?: ActivityContext | undefined;
}

export interface StoredModal extends StoredRun, Modal {
  readonly organizationName: string;
  /** Short name of the session for support. Null for a modal of an earlier version. */
  readonly reference: string | null;
  readonly sessionExpires: number;
  readonly sessionRevoked: boolean;
  /** Page that opens when the end user closes the modal of a hosted link. */
  readonly returnUrl: string | undefined;
  readonly isProduction: boolean;
}

/** Parses a JSON column. PostgreSQL has already parsed it, but SQLite returns a string. */
export const parsed = (value: unknown): unknown => (typeof value === 'string' ? JSON.parse(value) : value);

export interface ModalStore {
  /** Creates a migration with its modal, or returns the token's open modal. Concurrent calls create only one modal. */
  open(modal: NewModal, now: number): Promise<{ readonly modal: StoredModal; readonly isNew: boolean }>;
  /** Returns the modal of the access token with this SHA-256 hash. Undefined before `open`. */
  findByAccessToken(hash: Uint8Array): Promise<StoredModal | undefined>;
  /** Returns the modal whose secret URL part has this SHA-256 hash. */
  byAddress(hash: Uint8Array): Promise<StoredModal | undefined>;
  setOrigin(migration: number, origin: string | null): Promise<void>;
}
