/** Events that the modal page posts (specification, "Events" 2); without a schema library, so that the SDK can import it. */
export const modalEventTypes = {
  completed: 'migration_modal.completed',
  failed: 'migration_modal.failed',
  cancelled: 'migration_modal.cancelled',
  opened: 'migration_modal.opened',
  providerSelected: 'migration_modal.provider_selected',
  loginSucceeded: 'migration_modal.login_succeeded',
  loginFailed: 'migration_modal.login_failed',
  statusChanged: 'migration_modal.status_changed',
  closed: 'migration_modal.closed',
} as const;

export type ModalEventType = (typeof modalEventTypes)[keyof typeof modalEventTypes];
