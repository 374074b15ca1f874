import type { z } from 'zod';
import { andThen, fail, type Outcome, succeed } from '#shared/app-error.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import type { Clock } from '../clock/clock.ts';
import type { HttpRequest, HttpTransport } from '../ports/http-transport.ts';
import { type AttemptRecord, type RecordAttempt, recordAttempts } from './attempt-record.ts';
import { type JudgedReply, judgeJson } from './judge-reply.ts';
import { bearer, buildRequest } from './build-request.ts';
import { type SendOptions, sendWithRetry } from './send-with-retry.ts';
import type { ReplySanitizer } from './without-keys.ts';

export interface ServiceClientPorts {
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly version: string;
  readonly sanitizer: ReplySanitizer;
  readonly record?: RecordAttempt;
}

export interface Access {
  readonly profileId: string;
  readonly baseURL: string;
  readonly apiKey: string;
  readonly transport?: HttpTransport;
  /** Aborted when the user switches to another profile. Responses that arrive later are dropped. */
  readonly ended: AbortSignal;
  /** The profile's binding when this access was created; see `bindingOf`. */
  readonly binding: string;
  readonly companiesPageSizeParameter: string;
  /** True for a key that isn't stored. Responses don't change the profile's connection state. */
  readonly candidate?: boolean;
  readonly onRefused?: () => void;
  readonly readOnly?: boolean;
}

export interface ServiceRequest {
  readonly method: HttpRequest['method'];
  readonly path: string;
  readonly body?: unknown;
  /** True for a public path, which is called without the key. */
  readonly isOpen?: boolean;
  /** Media type of the response, by default JSON. */
  readonly accept?: string;
}

interface RequestOptions extends Pick<SendOptions, 'limits' | 'maxTries' | 'longestPauseMs'> {
  /** How the request log shows the request. The log doesn't contain other requests. */
  readonly logged?: Pick<AttemptRecord, 'operation' | 'queueMs' | 'bulk'>;
  /** True if a 401 doesn't mark the key as rejected. */
  readonly keepsKey?: boolean;
}

/** Sends every request to a service with the profile's key, except those of test runs. Never rejects. */
export function createServiceClient({ clock, transport, version, sanitizer, record }: ServiceClientPorts) {
  /** Stops when `callSignal` is aborted or the access ends. Retries GET requests and sends all other requests once. */
  const exchange = async <Value extends object>(
    access: Access,
    { method, path, body, isOpen = false, accept }: ServiceRequest,
    callSignal: AbortSignal,
    judge: JudgedReply<Value>,
    { logged, keepsKey = false, ...limits }: RequestOptions = {},
  ) => {
    const url = new URL(access.baseURL + path);
    const authorization = isOpen ? null : bearer(access.apiKey);
    const request = buildRequest({ method, url: url.href, version, authorization, body, accept });
    const signal = AbortSignal.any([callSignal, access.ended]);
    const how = { clock, signal, sanitizer, ...limits };
    const sent = await sendWithRetry(access.transport ?? transport, request, how);
    const judgement = judge(sent, { method, path: url.pathname, host: url.host }, clock.now());
    const isRefused = !judgement.ok && judgement.error.code === 'unauthorized';
    if (isRefused && !isOpen && !keepsKey) access.onRefused?.();
    // The signal may be aborted after the whole response has arrived. The next profile must not show that response.
    const outcome = access.ended.aborted ? fail('cancelled', clock.now()) : judgement;
    if (record && logged) {
      const { maxTries = retryPolicy.request.tries } = limits;
      const triesAllowed = method === 'GET' ? maxTries : 1;
      recordAttempts(record, { profileId: access.profileId, request, triesAllowed, ...logged }, sent, judgement);
    }
    return { outcome, sent };
  };
  const send = async <Value extends object>(...request: Parameters<typeof exchange<Value>>): Promise<Outcome<Value>> =>
    (await exchange(...request)).outcome;
  return {
    exchange,
    send,
    /** Returns the response's JSON as `schema` parses it. `explain` receives the path of the first invalid field. */
    read: <Value>(
      access: Access,
      request: ServiceRequest,
      schema: z.ZodType<Value>,
      signal: AbortSignal,
      { explain, ...options }: RequestOptions & { readonly explain?: (field: string) => string } = {},
    ): Promise<Outcome<Value>> =>
      andThen(send(access, request, signal, judgeJson, options), ({ json }) => {
        const { data, error } = schema.safeParse(json);
        if (error === undefined) return succeed(data as Value);
        const detail = explain?.(error.issues[0]?.path.join('.') ?? '');
        return fail('unreadable_reply', clock.now(), detail === undefined ? {} : { detail });
      }),
  };
}

export type ServiceClient = ReturnType<typeof createServiceClient>;
