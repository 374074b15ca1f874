import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import type { ScenarioName } from '#shared/service-control/sandbox-choices.ts';
import type { Run } from '../migration-engine/run.ts';
import type { ProviderCompany } from '../providers/source-provider.ts';

export interface StoredRun {
  readonly migration: number;
  /** Counts the writes; a write names the version that it was made from. */
  readonly version: number;
  readonly run: Run;
}

export interface RunChange extends StoredRun {
  /** The company that the migration belongs to from now on; made when the organization does not have it yet. */
  readonly company?: ProviderCompany | undefined;
}

interface StatusStep {
  readonly from: MigrationStatus;
  readonly to: MigrationStatus;
}

export interface RunStore {
  /**
   * Moves runs whose due time has come by the clock of their organization, the longest overdue first, and each of them
   * once, whichever instance comes first. Gives back how many it moved.
   *
   * @param now the store's own time
   * @param move gives the run after the first step that is due at the time of its organization
   * @param awaitsOthers whether what another instance moves at this moment is waited for rather than passed over
   */
  moveDue(now: number, limit: number, move: (run: Run, now: number) => Run, awaitsOthers?: boolean): Promise<number>;
  /**
   * Writes run, status and company atomically. Returns false if the run changed since it was read. At most one status
   * change per call, because each needs an event.
   * @param now the organization's time
   */
  save(change: RunChange, now: number): Promise<boolean>;
  find(organization: number, id: string): Promise<{ status: MigrationStatus; stored?: StoredRun } | undefined>;
  /**
   * Sets the status of a migration that the engine does not drive; false when it is no longer `from`.
   *
   * @param now the time by the clock of the organization
   */
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
}

export interface NewModal extends Modal {
  /** SHA-256 of the modal's address. */
  readonly addressHash: Uint8Array;
  readonly beginRun: (scenario: ScenarioName | undefined) => Run;
}

export interface StoredModal extends StoredRun, Modal {
  readonly organizationName: string;
  readonly sessionExpires: number;
  readonly sessionRevoked: boolean;
  readonly isProduction: boolean;
}

export interface ModalStore {
  /**
   * Creates a migration with its modal, or returns the open modal of this access token. One transaction, so that two
   * concurrent calls create one modal and take one scenario.
   */
  open(modal: NewModal, now: number): Promise<{ readonly modal: StoredModal; readonly isNew: boolean }>;
  ofAccessToken(hash: Uint8Array): Promise<StoredModal | undefined>;
  byAddress(hash: Uint8Array): Promise<StoredModal | undefined>;
  setOrigin(migration: number, origin: string | null): Promise<void>;
}
