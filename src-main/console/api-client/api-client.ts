import { fail, type Outcome, succeed, type AppErrorCode } from '#shared/app-error.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import type { Clock } from '../clock.ts';
import type { BulkWork, RecordAttempt } from '../request-log/attempt-record.ts';
import type { HttpTransport } from './http-transport.ts';
import { retryLimits } from './limits.ts';
import { readErrorMessage } from './read-error-message.ts';
import { readJson } from './read-json.ts';
import { type Sent, sendWithRetry } from './send-with-retry.ts';

/** Where calls go and what opens the door there. The key lives here and in the header, nowhere else. */
export interface Access {
  /** Base address without a slash at its end. */
  readonly baseURL: string;
  readonly apiKey: string;
  /** The name of the page-size parameter of the companies list, which the specification leaves open. */
  readonly companiesPageSizeParameter: string;
}

export interface ApiClientPorts {
  readonly clock: Clock;
  readonly transport: HttpTransport;
  readonly version: string;
  /** The access of the active profile, or why there is none. */
  readonly access: (signal: AbortSignal) => Promise<Outcome<Access>>;
  /** Told of every call when it ends, without body or credential. */
  readonly onEnd?: (end: CallEnd) => void;
  /** Gets every try of every call, for the request log. */
  readonly record?: RecordAttempt;
}

export interface CallEnd {
  readonly baseURL: string;
  readonly outcome: AppErrorCode | 'ok';
  /** Whether the service itself answered, whatever it said. */
  readonly answered: boolean;
  readonly durationMs: number;
}

/** A reply that could be read, and its text as received. */
export interface JsonReply {
  readonly json: unknown;
  readonly text: string;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

/** One function per operation of the API that the console calls with its key. */
export interface ApiCalls {
  readonly listMigrations: (page: number, pageSize: number, signal: AbortSignal) => Promise<Outcome<JsonReply>>;
  readonly getMigration: (id: string, signal: AbortSignal) => Promise<Outcome<JsonReply>>;
  readonly listCompanies: (page: number, pageSize: number, signal: AbortSignal) => Promise<Outcome<JsonReply>>;
}

export interface ApiClient extends ApiCalls {
  /** The same calls for one piece of background work: the request log shows all of them as one line. */
  readonly inBulk: (label: string) => ApiCalls;
}

export const createApiClient = (ports: ApiClientPorts): ApiClient => ({
  ...createCalls(ports, null),
  inBulk: (label) => createCalls(ports, { label }),
});

function createCalls(ports: ApiClientPorts, bulk: BulkWork | null): ApiCalls {
  const send = async (operation: Operation, access: Access, input: CallInput, signal: AbortSignal, queueMs: number) => {
    const { url, path } = locate(access.baseURL, operation, input);
    const body = input.body === undefined ? {} : { body: JSON.stringify(input.body) };
    const request = {
      method: operation.method,
      url: url.href,
      headers: headersFor(access, input, ports.version),
      ...body,
    };
    const sent = await sendWithRetry(ports.transport, request, { clock: ports.clock, signal });
    const outcome = judge(sent, { method: operation.method, path, host: url.host }, ports.clock.now());
    ports.onEnd?.({
      baseURL: access.baseURL,
      outcome: outcome.ok ? 'ok' : outcome.error.code,
      answered: sent.ok,
      durationMs: sent.durationMs / sent.tries,
    });
    const triesAllowed = operation.method === 'GET' ? retryLimits.tries : 1;
    for (const { attempt, at, waitedMs, tryNumber } of sent.attempts) {
      const json = outcome.ok && tryNumber === sent.tries ? { json: outcome.value.json } : {};
      const waited = queueMs + waitedMs;
      ports.record?.({ operation, request, attempt, at, queueMs: waited, tryNumber, triesAllowed, bulk, ...json });
    }
    return outcome;
  };
  const call = async (operation: Operation, signal: AbortSignal, inputFor: (access: Access) => CallInput) => {
    const startedAt = ports.clock.monotonic();
    const access = await ports.access(signal);
    if (!access.ok) return access;
    const queueMs = ports.clock.monotonic() - startedAt;
    return send(operation, access.value, inputFor(access.value), signal, queueMs);
  };
  return {
    listMigrations: (page, pageSize, signal) =>
      call(operations.listMigrations, signal, () => ({ query: { page, page_size: pageSize } })),
    getMigration: (id, signal) => call(operations.getMigration, signal, () => ({ params: { id } })),
    listCompanies: (page, pageSize, signal) =>
      call(operations.listCompanies, signal, ({ companiesPageSizeParameter }) => ({
        query: { page, [companiesPageSizeParameter]: pageSize },
      })),
  };
}

function locate(baseURL: string, operation: Operation, { params = {}, query = {} }: CallInput) {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const url = new URL(baseURL + path);
  for (const [name, value] of Object.entries(query)) url.searchParams.set(name, String(value));
  return { url, path: path + url.search };
}

const headersFor = (access: Access, { body }: CallInput, version: string): Record<string, string> => ({
  Authorization: `Bearer ${access.apiKey}`,
  Accept: 'application/json',
  'User-Agent': `ferry-console/${version}`,
  ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
});

const codeOfStatus = (status: number): AppErrorCode => {
  if (status === 401) return 'unauthorized';
  if (status === 403) return 'forbidden';
  if (status === 404) return 'not_found';
  if (status === 429) return 'rate_limited';
  if (status >= 300 && status < 400) return 'redirected';
  return status >= 500 ? 'service_failed' : 'invalid_request';
};

function judge(sent: Sent, where: { method: string; path: string; host: string }, now: Date): Outcome<JsonReply> {
  const request = { ...where, tries: sent.tries, durationMs: Math.round(sent.durationMs) };
  if (!sent.ok) return fail(sent.code, now, { detail: sent.detail, request });
  const { status, text } = sent.reply;
  if (status < 200 || status > 299) {
    const detail = readErrorMessage(text);
    return fail(codeOfStatus(status), now, {
      ...(detail === null ? {} : { detail }),
      request: { ...request, status },
    });
  }
  const body = readJson(text);
  return body.ok
    ? succeed({ json: body.json, text })
    : fail('unreadable_reply', now, { detail: body.problem, request: { ...request, status } });
}
