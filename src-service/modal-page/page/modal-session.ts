import type { ModalCallName } from '#shared/modal-messages/modal-calls.ts';
import type { ModalState } from '#shared/modal-messages/modal-state.ts';

/** Why a call brought nothing. */
export interface Trouble {
  /** `offline`: no answer, or a 5xx. `gone`: there is no such modal any more. `refused`: the service said no. */
  readonly kind: 'offline' | 'gone' | 'refused';
  readonly message: string;
}

export type Answer<Reply> = { readonly reply: Reply } | { readonly trouble: Trouble };

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
