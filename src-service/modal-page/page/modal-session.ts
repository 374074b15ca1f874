import type { brand } from '#shared/brand.ts';
import type { ModalEventData, ModalEventType } from '#shared/modal-messages/event-types.ts';
import type { ModalCallPath } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { ModalNews } from './told-events.ts';

/**
 * Why a call brought nothing. `failed`: no answer, or a 5xx. `busy`: too many requests. `gone`: the modal does not exist
 * any more. `notSent`: what was typed cannot be taken. `refused`: the migration has moved on.
 */
export type Trouble = 'failed' | 'busy' | 'gone' | 'notSent' | 'refused';

export type Answer<Reply> = { readonly reply: Reply } | { readonly trouble: Trouble };

const troubles: Readonly<Record<number, Trouble>> = { 400: 'notSent', 404: 'gone', 429: 'busy' };

/** Longest wait for an answer, in ms. */
const deadline = 20_000;
const base = location.pathname.replace(/\/$/, '');

/** One call of the service, for the modal whose address this page has. Without a body a GET. Never rejects. */
export const call = async <Reply = ModalState>(path: ModalCallPath, body?: object): Promise<Answer<Reply>> => {
  try {
    const reply = await fetch(`${base}/${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      cache: 'no-store',
      signal: AbortSignal.timeout(deadline),
    });
    if (reply.ok) return { reply: (await reply.json()) as Reply };
    return { trouble: troubles[reply.status] ?? (reply.status > 499 ? 'failed' : 'refused') };
  } catch {
    return { trouble: 'failed' };
  }
};

const source: typeof brand.eventSource = 'ferry_modal';

/** Whether the SDK in the page around can get a fresh link token: it names the frame by the type of its `linkToken`. */
export const canStartAgain = window.name === 'function';
const isFramed = window.parent !== window;

export const post = (state: ModalState, [event, more]: ModalNews): void => {
  if (!isFramed || state.parent_origin === null) return;
  const { migration_id, status, now: at, reason } = state;
  const type: ModalEventType = `migration_modal.${event}`;
  const data: ModalEventData = { migration_id, status, at, ...(reason && { reason }), ...more };
  window.parent.postMessage({ source, event: { type, data } }, state.parent_origin);
};
