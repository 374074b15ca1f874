import type { Run } from '../migration-engine/run.ts';
import type { StoredRun } from './run-store.ts';

export interface NewModal {
  readonly organization: number;
  readonly migrationId: string;
  /** SHA-256 of the modal's address. */
  readonly addressHash: Uint8Array;
  readonly accessTokenHash: Uint8Array;
  /** Migration whose id the address was derived from, and how often it was retried since. */
  readonly rootId: string;
  readonly retries: number;
  readonly userId: string;
  readonly sourceProviders: readonly string[] | null;
  readonly origin: string | null;
  readonly run: Run;
}

/** A modal with its run and the session behind it. */
export interface StoredModal extends StoredRun {
  readonly organization: number;
  readonly organizationName: string;
  readonly migrationId: string;
  readonly accessTokenHash: Uint8Array;
  readonly rootId: string;
  readonly retries: number;
  readonly userId: string;
  readonly sourceProviders: readonly string[] | null;
  readonly origin: string | null;
  readonly sessionExpires: number;
  readonly sessionRevoked: boolean;
  /** Whether its link token was made with a production key. */
  readonly isProduction: boolean;
}

export interface ModalStore {
  /**
   * Makes a migration with its modal, unless the newest modal of this access token is still open: then that one is
   * given back. Both in one transaction, so that two calls at once make one.
   */
  open(modal: NewModal, now: number): Promise<{ readonly modal: StoredModal; readonly isNew: boolean }>;
  /** The newest modal of an access token. */
  ofAccessToken(hash: Uint8Array): Promise<StoredModal | undefined>;
  byAddress(hash: Uint8Array): Promise<StoredModal | undefined>;
  setOrigin(migration: number, origin: string | null): Promise<void>;
}
