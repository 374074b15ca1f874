import type { MigrationStatus } from '../migration-api/migration-status.ts';
import type { ModalState } from './modal-state.ts';

/** Events of the modal page (specification, "Events" 2). The SDK imports this file, so it must not import Zod. */
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
  sessionExpired: 'migration_modal.session_expired',
  closed: 'migration_modal.closed',
} as const;

export type ModalEventType = (typeof modalEventTypes)[keyof typeof modalEventTypes];

export interface ModalEventData {
  readonly migration_id: string;
  readonly status: MigrationStatus;
  /** ISO 8601, on the service's clock. */
  readonly at: string;
  /** Reason, for `failed`, `cancelled` and `login_failed`. */
  readonly reason?: string;
  /** The user of the session, for `opened`. */
  readonly user_id?: string;
  /** Name of the provider, for `provider_selected`. */
  readonly provider?: string;
  /** For `completed`, the number of items per result. */
  readonly counts?: ModalState['counts'];
  /** The provider's next step, for `login_step`. */
  readonly step?: string;
  /** The search text, for `provider_not_listed`. */
  readonly searched?: string;
  /** Unknown names in `sourceProviders`, for `opened`. */
  readonly unknown_source_providers?: readonly string[];
  /** For `closed` and `cancelled`: the end user wants to start again with a new link token. */
  readonly start_again?: boolean;
}
