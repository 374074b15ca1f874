import { ferryError } from './ferry-error.ts';

/** What the browser endpoints answer, as far as the SDK reads it. */
export interface Reply {
  readonly access_token: string;
  readonly url: string;
  readonly status?: string;
}

type AnyReply = Reply & { readonly message?: string; readonly error?: { readonly message?: string } };

/**
 * One call with a bearer token; with a body a POST, never sent twice. Resolves with the JSON of a 2xx that has what is
 * needed; rejects with a FerryError: `network`, `service_error`, or the code of a refusal. Both error shapes are read
 * (specification, "Errors" 2).
 */
export const callService = async (
  address: string,
  token: string,
  signal: AbortSignal,
  body?: Readonly<Record<string, unknown>> | false,
): Promise<Reply> => {
  const isExchange = body && body['link_token'];
  const reply = await fetch(address, {
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    ...(body && { method: 'POST', body: JSON.stringify(body) }),
    credentials: isExchange ? 'include' : 'omit',
    signal,
  }).catch(() => {
    throw ferryError('network', `No answer from ${address}.`);
  });
  const { ok, status } = reply;
  const json: Partial<AnyReply> = (await reply.json().catch(() => null)) ?? {};
  if (ok && (isExchange ? json.access_token : /^https?:\/\/\w/.test(json.url!))) return json as Reply;
  const message = json.error?.message ?? json.message;
  throw ferryError(
    `${status}`[0] !== '4'
      ? 'service_error'
      : isExchange
        ? // Any refusal of the exchange is a matter of the link token.
          `link_token_${/expir/i.test(message!) ? 'expired' : /used/i.test(message!) ? 'used' : 'invalid'}`
        : 'request_refused',
    `${address} answered ${status}: ${message}`,
    status,
  );
};
