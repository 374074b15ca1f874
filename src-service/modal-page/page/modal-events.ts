import type { brand } from '#shared/brand.ts';
import type { ModalEventType } from '#shared/modal-messages/event-types.ts';
import type { ModalEventData } from '#shared/modal-messages/modal-event.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';

type Step = ModalEventType extends `migration_modal.${infer Rest}` ? Rest : never;

const source: typeof brand.eventSource = 'ferry_modal';

/** Whether the SDK in the page around can get a fresh link token: it names the frame by the type of its `linkToken`. */
export const canStartAgain = window.name === 'function';
const isFramed = window.parent !== window;

/** Posts one event, to exactly the origin that opened this modal (specification, "Events"). */
export const post = (state: ModalState, step: Step, more: Pick<ModalEventData, 'start_again'> = {}): void => {
  if (!isFramed || state.parent_origin === null) return;
  const { migration_id, status, now: at, reason } = state;
  const type: ModalEventType = `migration_modal.${step}`;
  const data: ModalEventData = { migration_id, status, at, ...(reason && { reason }), ...more };
  window.parent.postMessage({ source, event: { type, data } }, state.parent_origin);
};
