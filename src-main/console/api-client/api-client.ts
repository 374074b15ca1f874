import type { Resource } from '#shared/migration-api/fields.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import { createEmitter } from '../events/emitter.ts';
import type { BulkWork, RecordComparison } from './attempt-record.ts';
import { checkBinding } from './service-binding.ts';
import { type Health, judgeHealth, judgeJson, type JudgedReply, judgeText } from './judge-reply.ts';
import { type Access, createServiceClient, type ServiceClientPorts } from './service-client.ts';

interface ApiClientPorts extends ServiceClientPorts {
  readonly access: (signal: AbortSignal) => Promise<Outcome<Access>>;
  /** Binding of the active profile. Background work for another binding stops. */
  readonly binding: () => string;
  readonly compared?: RecordComparison;
}

export interface CallEnd {
  readonly profileId: string;
  readonly baseURL: string;
  readonly outcome: AppErrorCode | 'ok';
  readonly answered: boolean;
  readonly durationMs: number;
  readonly inBulk: boolean;
}

export interface JsonReply {
  readonly profileId: string;
  readonly json: unknown;
  readonly text: string;
}

/** Fetches list pages as unparsed strings for background work. Sends each request once; the caller retries. */
interface PageTexts {
  readonly get: ListPages<Omit<JsonReply, 'json'>>;
  readonly compared: (resource: Resource, drift: readonly Drift[]) => void;
}

export interface ServicePlace {
  readonly binding: string;
  readonly baseURL: string;
}

type BoundService = Pick<ServicePlace, 'binding'> & Partial<ServicePlace>;

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

type ListPages<Reply> = (
  resource: Resource,
  page: number,
  pageSize: number,
  signal: AbortSignal,
) => Promise<Outcome<Reply>>;

export interface ApiCalls {
  readonly list: ListPages<JsonReply>;
  readonly getMigration: (id: string, signal: AbortSignal) => Promise<Outcome<JsonReply>>;
}

interface SendInput extends CallInput {
  readonly bulk: BulkWork | null;
  readonly queueMs: number;
  readonly maxTries: number;
}

const singleRequest = { bulk: null, maxTries: retryPolicy.request.tries } as const;

const maxPauseMsOf = (bulk: BulkWork | null): number => {
  if (bulk?.keepsPauses) return 0;
  return bulk === null || bulk.isAwaited ? retryPolicy.request.longestAskedMs : Number.POSITIVE_INFINITY;
};

export function createApiClient(ports: ApiClientPorts) {
  const client = createServiceClient(ports);
  const ends = createEmitter<CallEnd>();
  const send = async <Value extends object>(
    operation: Operation,
    access: Access,
    { bulk, queueMs, maxTries, ...input }: SendInput,
    signal: AbortSignal,
    judge: JudgedReply<Value>,
  ): Promise<Outcome<Value>> => {
    const path = pathOf(operation, input);
    const { outcome, sent } = await client.exchange<Value>(
      access,
      { method: operation.method, path, body: input.body },
      signal,
      (reply, where, now) => judge(reply, { ...where, path }, now),
      { maxTries, longestPauseMs: maxPauseMsOf(bulk), logged: { operation, queueMs, bulk } },
    );
    if (!access.candidate) {
      ends.emit({
        profileId: access.profileId,
        baseURL: access.baseURL,
        outcome: outcome.ok ? 'ok' : outcome.error.code,
        answered: sent.ok,
        durationMs: sent.durationMs / sent.tries,
        inBulk: bulk !== null,
      });
    }
    return outcome;
  };
  const currentPlace = () => ({ binding: ports.binding() });
  /** @param place the only service that this call may reach; null for the active profile's service */
  const call =
    <Value extends object>(
      judge: JudgedReply<Value>,
      bulk: BulkWork | null,
      maxTries: number,
      place: BoundService | null = null,
    ) =>
    async (
      operation: Operation,
      signal: AbortSignal,
      inputFor: (access: Access) => Outcome<CallInput>,
    ): Promise<Outcome<Value & { readonly profileId: string }>> => {
      const startedAt = ports.clock.monotonic();
      // Checked before and after the keychain is read, because the profile may change in the meantime.
      const firstCheck = place === null ? succeed(null) : checkPlace(place, currentPlace(), ports.clock.now());
      if (!firstCheck.ok) return firstCheck;
      const access = await ports.access(signal);
      if (!access.ok) return access;
      const secondCheck = checkPlace(place, access.value, ports.clock.now());
      if (!secondCheck.ok) return secondCheck;
      const input = inputFor(access.value);
      if (!input.ok) return input;
      const queueMs = ports.clock.monotonic() - startedAt;
      const sendInput = { ...input.value, bulk, queueMs, maxTries };
      return ofProfile(access.value, send(operation, access.value, sendInput, signal, judge));
    };
  const callAlone = call(judgeJson, null, retryPolicy.request.tries);
  return {
    ...client,
    ...createCalls(callAlone),
    onCallEnd: ends.listen,
    /** `ApiCalls` for background work, logged as one line. After a profile switch, they fail with `service_changed`. */
    inBulk: (label: string, more?: Pick<BulkWork, 'isAwaited' | 'keepsPauses'>) =>
      createCalls(call(judgeJson, { label, ...more }, retryPolicy.request.tries, currentPlace())),
    pagesInBulk: (label: string): PageTexts => {
      const bulk = { label };
      const callOnce = call(judgeText, bulk, 1, currentPlace());
      return {
        get: (resource, page, pageSize, signal) =>
          callOnce(listOperations[resource], signal, pageInputs[resource](page, pageSize)),
        compared: (resource, drift) => ports.compared?.(bulk, listOperations[resource], drift),
      };
    },
    /** Not bound to the active profile. `bulk`: a repeated check, without retries, as one line of the request log. */
    checkHealth: (access: Access, signal: AbortSignal, bulk?: BulkWork): Promise<Outcome<Health>> => {
      const work = bulk === undefined ? singleRequest : { bulk, maxTries: 1 };
      return send(operations.checkHealth, access, { ...work, queueMs: 0 }, signal, judgeHealth);
    },
    /** Gets one migration of any profile, without retries. */
    getMigrationWith: (access: Access, id: string, signal: AbortSignal) => {
      const input = { params: { id }, bulk: null, maxTries: 1, queueMs: 0 };
      return ofProfile(access, send(operations.getMigration, access, input, signal, judgeJson));
    },
    /** Fetches list pages of any profile for a waiting user. */
    listWith: (access: Access, label: string): ApiCalls['list'] => {
      const work = { bulk: { label, isAwaited: true }, maxTries: retryPolicy.request.tries, queueMs: 0 } as const;
      return async (resource, page, pageSize, signal) => {
        const input = pageInputs[resource](page, pageSize)(access);
        if (!input.ok) return input;
        const reply = send(listOperations[resource], access, { ...input.value, ...work }, signal, judgeJson);
        return ofProfile(access, reply);
      };
    },
    /** Sends once: after `reply_lost`, a token may exist. Fails with `service_changed` if the service isn't `place`. */
    createLinkToken: (signal: AbortSignal, place?: ServicePlace) =>
      call(
        judgeJson,
        null,
        retryPolicy.request.tries,
        place,
      )(operations.createLinkToken, signal, ({ readOnly }) =>
        readOnly ? fail('read_only', ports.clock.now()) : succeed({ body: {} }),
      ),
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;

const ofProfile = <Value extends object>({ profileId }: Access, reply: Promise<Outcome<Value>>) =>
  mapOutcome(reply, (value) => ({ ...value, profileId }));

function checkPlace(place: BoundService | null, now: BoundService, at: Date): Outcome<null> {
  if (place === null) return succeed(null);
  const isMoved = place.baseURL !== undefined && now.baseURL !== undefined && place.baseURL !== now.baseURL;
  return isMoved ? fail('service_changed', at) : checkBinding(place.binding, now.binding, at);
}

type Call = (
  operation: Operation,
  signal: AbortSignal,
  inputFor: (access: Access) => Outcome<CallInput>,
) => Promise<Outcome<JsonReply>>;

const listOperations = { migrations: operations.listMigrations, companies: operations.listCompanies } as const;

const pageInputs = {
  migrations: (page: number, pageSize: number) => () => succeed({ query: { page, page_size: pageSize } }),
  companies:
    (page: number, pageSize: number) =>
    ({ companiesPageSizeParameter }: Access) =>
      succeed({ query: { page, [companiesPageSizeParameter]: pageSize } }),
} as const;

const createCalls = (call: Call): ApiCalls => ({
  list: (resource, page, pageSize, signal) =>
    call(listOperations[resource], signal, pageInputs[resource](page, pageSize)),
  getMigration: (id, signal) => call(operations.getMigration, signal, () => succeed({ params: { id } })),
});

function pathOf(operation: Operation, { params = {}, query }: CallInput): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const values = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values)}`;
}
