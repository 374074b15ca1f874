import type { brand } from '#shared/brand.ts';
import type { ModalEventType } from '#shared/modal-messages/event-types.ts';
import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import type { ModalEventData } from '#shared/modal-messages/event-types.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';

/** Why a call brought nothing. */
export interface Trouble {
  /** `offline`: no answer, or a 5xx. `gone`: the modal does not exist any more. `refused`: the service refused the call. */
  readonly kind: 'offline' | 'gone' | 'refused';
  readonly message: string;
}

type Answer<Reply> = { readonly reply: Reply } | { readonly trouble: Trouble };

const paths: Record<ModalCallName, string> = {
  readState: 'state',
  chooseProvider: 'provider',
  logIn: 'login',
  begin: 'begin',
  answer: 'answer',
  close: 'close',
  retry: 'retry',
};
/** Longest wait for an answer, in ms. */
const deadline = 15_000;
const base = location.pathname.replace(/\/$/, '');

/** One call of the service, for the modal whose address this page has. Without a body a GET. Never rejects. */
export const call = async <Reply = ModalState>(name: ModalCallName, body?: object): Promise<Answer<Reply>> => {
  const offline = (message: string) => ({ trouble: { kind: 'offline' as const, message } });
  try {
    const reply = await fetch(`${base}/${paths[name]}`, {
      ...(body && {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      }),
      cache: 'no-store',
      signal: AbortSignal.timeout(deadline),
    });
    const json = (await reply.json()) as Reply & { message?: string; error?: { message: string } };
    if (reply.ok) return { reply: json };
    const message = json.message ?? json.error?.message ?? '';
    if (reply.status > 499) return offline(message);
    return { trouble: { kind: reply.status === 404 ? 'gone' : 'refused', message } };
  } catch {
    return offline('');
  }
};

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
