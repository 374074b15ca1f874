import type { brand } from '#shared/brand.ts';
import type { ModalEventData, ModalEventType } from '#shared/modal-messages/event-types.ts';
import type { ModalCallPath } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';
import type { ModalEventSpec } from './events-between.ts';

/**
 * Why a call failed. `failed`: no response, or a 5xx. `busy`: too many requests. `notFound`: the modal no longer exists.
 * `notSent`: invalid input. `refused`: the migration's status has changed. `suspended`: the organization is suspended.
 */
export type Trouble = 'failed' | 'busy' | 'notFound' | 'notSent' | 'refused' | 'suspended';

export type Answer<Reply> = { readonly reply: Reply } | { readonly trouble: Trouble };

const troubles: Readonly<Record<number, Trouble>> = {
  400: 'notSent',
  403: 'suspended',
  404: 'notFound',
  429: 'busy',
};

const responseTimeoutMs = 20_000;
const base = location.pathname.replace(/\/$/, '');

/** Whether this is the page of a hosted link. That page only finds the link's modal. */
export const isLink = base.endsWith('/start');

/** Calls the service for this page's modal, with GET if there is no body. Never rejects. */
export const call = async <Reply = ModalState>(
  path: ModalCallPath | 'session',
  body?: object,
): Promise<Answer<Reply>> => {
  try {
    const reply = await fetch(`${base}/${path}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      cache: 'no-store',
      signal: AbortSignal.timeout(responseTimeoutMs),
    });
    if (reply.ok) return { reply: (await reply.json()) as Reply };
    return { trouble: troubles[reply.status] ?? (reply.status > 499 ? 'failed' : 'refused') };
  } catch {
    return { trouble: 'failed' };
  }
};

const source: typeof brand.eventSource = 'ferry_modal';

/** Whether the SDK in the embedding page can get a new link token. The frame's name is the type of its `linkToken`. */
export const canStartAgain = window.name === 'function';
const isFramed = window.parent !== window;

export const post = (state: ModalState, [event, more]: ModalEventSpec): void => {
  if (!isFramed || state.parent_origin === null) return;
  const { migration_id, status, now: at, reason } = state;
  const type: ModalEventType = `migration_modal.${event}`;
  const data: ModalEventData = { migration_id, status, at, ...(reason && { reason }), ...more };
  window.parent.postMessage({ source, event: { type, data } }, state.parent_origin);
};
