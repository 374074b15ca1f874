import type { ModalEventData, ModalEventType } from '#shared/modal-messages/event-types.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';

type ReportedEvent = ModalEventType extends `migration_modal.${infer Rest}` ? Rest : never;

export type ModalEventSpec = readonly [
  event: ReportedEvent,
  more?: Omit<ModalEventData, 'migration_id' | 'status' | 'at'>,
];

/** Derives events from two consecutive states, so that it covers every cause. `before` is undefined at first. */
export const eventsBetween = (before: ModalState | undefined, after: ModalState): ModalEventSpec[] => {
  const events: ModalEventSpec[] = [];
  const { provider, login, status, counts, user_id, unknown_providers: unknown, session_over: isOver } = after;
  if (before === undefined)
    events.push(['opened', { user_id, ...(unknown.length > 0 && { unknown_source_providers: unknown }) }]);
  else {
    if (provider !== null && provider !== before.provider) events.push(['provider_selected', { provider }]);
    if (login.failures > before.login.failures)
      events.push(['login_failed', login.trouble ? { reason: login.trouble } : {}]);
    if (after.company_name === null && login.step !== 'password' && login.step !== before.login.step)
      events.push(['login_step', { step: login.step }]);
    if (status !== before.status) events.push(['status_changed']);
    if (login.successes > before.login.successes) events.push(['login_succeeded']);
  }
  if (isOver && !before?.session_over) events.push(['session_expired']);
  if (status !== before?.status) {
    if (status.startsWith('COMPLETE')) events.push(['completed', { counts }]);
    if (status === 'FAILED') events.push(['failed']);
  }
  return events;
};
