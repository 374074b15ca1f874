import { callRoutes, type DashboardCall } from '#shared/dashboard-api/call-routes.ts';
import type { CallBody, CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { createPageSecret, pageSecretHeader } from '#shared/page-secret.ts';

/** A refused or unanswered call. The message is the service's error, or says that the service did not respond. */
export class CallError extends Error {
  override readonly name = 'CallError';
  /** HTTP status. 0 without a response. */
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export const isSignedOut = (error: unknown): boolean => error instanceof CallError && error.status === 401;

export const isForbidden = (error: unknown): boolean => error instanceof CallError && error.status === 403;

export const isDeleted = (error: unknown): boolean => error instanceof CallError && error.status === 410;

export const sentenceOf = (error: unknown): string =>
  error instanceof CallError ? error.message : 'Something went wrong. Reload the page.';

const noResponseError = (): CallError =>
  new CallError(0, "The service isn't responding. If you made a change, check later whether it was saved.");

const messageIn = (body: unknown): string | undefined => {
  const { message, error } = (body ?? {}) as { message?: unknown; error?: { message?: unknown } };
  const text = message ?? error?.message;
  return typeof text === 'string' ? text : undefined;
};

interface CallOptions<Name extends DashboardCall> {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: string;
  readonly body?: CallBody<Name>;
  /** Aborts the call. The resulting error must not be shown. */
  readonly signal?: AbortSignal;
}

export const call = async <Name extends DashboardCall>(
  name: Name,
  { params = {}, query = '', body, signal }: CallOptions<Name> = {},
): Promise<CallReply<Name>> => {
  const { method, path } = callRoutes[name];
  const url = path.replaceAll(/:(\w+)/g, (_all, key: string) => encodeURIComponent(params[key] ?? ''));
  const hasBody = method === 'POST' || method === 'PUT';
  const pageSecret = createPageSecret(localStorage);
  const secret = pageSecret.read();
  const reply = await fetch(`api${url}${query}`, {
    method,
    headers: {
      ...(secret !== null && { [pageSecretHeader]: secret }),
      ...(hasBody && { 'content-type': 'application/json' }),
    },
    ...(signal && { signal }),
    ...(hasBody && { body: JSON.stringify(body ?? {}) }),
  }).catch(() => {
    throw noResponseError();
  });
  const newSecret = reply.headers.get(pageSecretHeader);
  if (newSecret !== null) pageSecret.keep(newSecret);
  if (reply.ok && name === 'signOut') pageSecret.forget();
  const read: unknown = await reply.json().catch(() => undefined);
  if (reply.ok && read !== undefined) return read as CallReply<Name>;
  throw new CallError(reply.status, messageIn(read) ?? `The service returned ${reply.status}. Try again later.`);
};
