import type { MigrationStatus } from '../migration-api/migration-status.ts';

/** Events that the modal page posts (specification, "Events" 2); without a schema library, so that the SDK can import it. */
export const modalEventTypes = {
  completed: 'migration_modal.completed',
  failed: 'migration_modal.failed',
  cancelled: 'migration_modal.cancelled',
  opened: 'migration_modal.opened',
  providerSelected: 'migration_modal.provider_selected',
  providerNotListed: 'migration_modal.provider_not_listed',
  loginStep: 'migration_modal.login_step',
  loginSucceeded: 'migration_modal.login_succeeded',
  loginFailed: 'migration_modal.login_failed',
  statusChanged: 'migration_modal.status_changed',
  closed: 'migration_modal.closed',
} as const;

export type ModalEventType = (typeof modalEventTypes)[keyof typeof modalEventTypes];

/** Data of every event of Ferry's own modal page. */
export interface ModalEventData {
  readonly migration_id: string;
  readonly status: MigrationStatus;
  /** By the service's clock, ISO 8601. */
  readonly at: string;
  /** With `failed` and `cancelled`, and with `login_failed`: why. */
  readonly reason?: string;
  /** With `login_step`: what the provider wants next. */
  readonly step?: string;
  /** With `provider_not_listed`: what was searched for. */
  readonly searched?: string;
  /** With `opened`: names of `sourceProviders` that no provider has. */
  readonly unknown_source_providers?: readonly string[];
  /** With `closed` or `cancelled`: the end user wants to start again, with a new link token. */
  readonly start_again?: boolean;
}
