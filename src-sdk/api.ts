import { isWebAddress } from './check-options.ts';
import { ferryError } from './ferry-error.ts';
import type { FerryErrorCode, FerryEvent } from './public-types.ts';

export interface Reply {
  readonly access_token: string;
  readonly url: string;
  readonly status?: string;
  /** The last event of an ended migration. */
  readonly outcome?: FerryEvent;
}

/** Both shapes of an error (specification, "Errors" 2). */
interface ErrorReply {
  readonly message?: string;
  readonly error?: { readonly message?: string };
}

/** Derives the error code of a refused link token from the service's message. */
const refusalOfLinkToken = (message: string): FerryErrorCode => {
  if (/expir/i.test(message)) return 'link_token_expired';
  return /used/i.test(message) ? 'link_token_used' : 'link_token_invalid';
};

/**
 * Sends one request with a bearer token, as a POST if there is a body. Never retries. Resolves with the JSON of a 2xx
 * response that has the required fields. Rejects with a FerryError: `network`, `service_error`, or the code of a
 * refusal.
 */
export const callService = async (
  address: string,
  token: string,
  signal: AbortSignal,
  body?: Readonly<Record<string, unknown>>,
): Promise<Reply> => {
  const isExchange = !!body?.['link_token'];
  const reply = await fetch(address, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    credentials: isExchange ? 'include' : 'omit',
    signal,
  }).catch(() => {
    throw ferryError('network', `No response from ${address}.`);
  });
  const { ok, status } = reply;
  const json: Partial<Reply & ErrorReply> = (await reply.json().catch(() => null)) ?? {};
  if (ok && (isExchange ? json.access_token : isWebAddress(json.url))) return json as Reply;
  const message = `${json.error?.message ?? json.message}`;

  const refusal = isExchange ? refusalOfLinkToken(message) : 'request_refused';
  const code = status === 429 ? 'rate_limited' : refusal;
  throw ferryError(!ok && status < 500 ? code : 'service_error', `${address} answered ${status}: ${message}`, {
    status,
    requestId: reply.headers.get('request-id'),
  });
};
