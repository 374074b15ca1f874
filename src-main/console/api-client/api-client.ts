import type { Resource } from '#shared/migration-api/fields.ts';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import { andThen, fail, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { Listing, PageArgs } from '#shared/console-contract/listing.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import type { Drift } from '#shared/console-contract/requests-calls.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { retryPolicy } from '#shared/retry-policy.ts';
import { readListing, type ReadRow } from '#shared/tolerant-reading/read-listing.ts';
import { readCompany, readMigration } from '#shared/tolerant-reading/read-row.ts';
import { createEmitter } from '../events/emitter.ts';
import type { BulkWork, RecordComparison } from './attempt-record.ts';
import { checkBinding } from './service-binding.ts';
import { type Health, judgeHealth, judgeJson, type JudgedReply, judgeText } from './judge-reply.ts';
import { type Access, createServiceClient, type ServiceClientPorts } from './service-client.ts';

type FindAccess = (signal: AbortSignal) => Promise<Outcome<Access>>;

interface ApiClientPorts extends ServiceClientPorts {
  readonly access: FindAccess;
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

export interface ServicePlace {
  readonly binding: string;
  readonly baseURL: string;
}

interface CallInput {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly body?: unknown;
}

interface CallTerms {
  /** @default the active profile's service */
  readonly access?: FindAccess;
  readonly bulk?: BulkWork;
  readonly maxTries?: number;
}

interface RowOf {
  readonly migrations: MigrationRow;
  readonly companies: CompanyRow;
}

const maxPauseMsOf = (bulk: BulkWork | null): number => {
  if (bulk?.keepsPauses) return 0;
  return bulk === null || bulk.isAwaited ? retryPolicy.request.longestAskedMs : Number.POSITIVE_INFINITY;
};

const listOperations = { migrations: operations.listMigrations, companies: operations.listCompanies } as const;

const pageInput =
  (resource: Resource, { page, pageSize }: PageArgs) =>
  ({ companiesPageSizeParameter }: Access): CallInput => ({
    query: { page, [resource === 'companies' ? companiesPageSizeParameter : 'page_size']: pageSize },
  });

const rowReaders: { readonly [Name in Resource]: (row: unknown) => ReadRow<RowOf[Name]> } = {
  migrations: readMigration,
  companies: readCompany,
};

export const readableRows = <Row>(rows: Listing<Row>['rows']): Row[] =>
  rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));

export function createApiClient(ports: ApiClientPorts) {
  const client = createServiceClient(ports);
  const ends = createEmitter<CallEnd>();
  const unreadable = (detail: string) => fail('unreadable_reply', ports.clock.now(), { detail });

  const call = async <Value extends object>(
    operation: Operation,
    judge: JudgedReply<Value>,
    { access: findAccess = ports.access, bulk, maxTries = retryPolicy.request.tries }: CallTerms,
    signal: AbortSignal,
    inputFor: (access: Access) => CallInput = () => ({}),
  ): Promise<Outcome<Value & { readonly profileId: string }>> => {
    const startedAt = ports.clock.monotonic();
    const found = await findAccess(signal);
    if (!found.ok) return found;
    const access = found.value;
    const { profileId, baseURL } = access;
    const queueMs = ports.clock.monotonic() - startedAt;
    const input = inputFor(access);
    const path = pathOf(operation, input);
    const { outcome, sent } = await client.exchange<Value>(
      access,
      { method: operation.method, path, body: input.body },
      signal,
      (reply, where, now) => judge(reply, { ...where, path }, now),
      { maxTries, longestPauseMs: maxPauseMsOf(bulk ?? null), logged: { operation, queueMs, bulk: bulk ?? null } },
    );
    if (!access.candidate) {
      ends.emit({
        profileId,
        baseURL,
        outcome: outcome.ok ? 'ok' : outcome.error.code,
        answered: sent.ok,
        durationMs: sent.durationMs / sent.tries,
        inBulk: bulk !== undefined,
      });
    }
    return mapOutcome(outcome, (value) => ({ ...value, profileId }));
  };
  /** Finds the access of the active profile. Fails with `service_changed` unless its service is this one. */
  const accessAt =
    ({ binding, baseURL }: Partial<ServicePlace> & Pick<ServicePlace, 'binding'>): FindAccess =>
    (signal) =>
      // Checked before and after the keychain is read, because the profile may change in the meantime.
      andThen(checkBinding(binding, ports.binding(), ports.clock.now()), () =>
        andThen(ports.access(signal), (access) => {
          const isMoved = baseURL !== undefined && baseURL !== access.baseURL;
          return isMoved || binding !== access.binding ? fail('service_changed', ports.clock.now()) : succeed(access);
        }),
      );
  const accessNow = () => accessAt({ binding: ports.binding() });
  const createCalls = (terms: CallTerms) => ({
    list: <Name extends Resource>(
      resource: Name,
      page: PageArgs,
      signal: AbortSignal,
    ): Promise<Outcome<Listing<RowOf[Name]>>> =>
      andThen(
        call(listOperations[resource], judgeJson, terms, signal, pageInput(resource, page)),
        ({ profileId, json }) => {
          const listing = readListing(json, page, rowReaders[resource]);
          return listing
            ? succeed({ profileId, page: page.page, ...listing, readAt: ports.clock.now().toISOString() })
            : unreadable('The response contains no list.');
        },
      ),
    getMigration: (id: string, signal: AbortSignal) =>
      andThen(
        call(operations.getMigration, judgeJson, terms, signal, () => ({ params: { id } })),
        ({ profileId, json }) => {
          const row = readMigration(json);
          return row.ok ? succeed({ profileId, migration: row.value, json }) : unreadable(row.problem);
        },
      ),
  });
  return {
    ...client,
    ...createCalls({}),
    onCallEnd: ends.listen,
    /** `ApiCalls` for background work, logged as one line. After a profile switch, they fail with `service_changed`. */
    inBulk: (label: string, more?: Pick<BulkWork, 'isAwaited' | 'keepsPauses'>) =>
      createCalls({ access: accessNow(), bulk: { label, ...more } }),
    /** Fetches list pages as unparsed strings for background work. Sends each request once; the caller retries. */
    pagesInBulk: (label: string) => {
      const bulk = { label };
      const terms = { access: accessNow(), bulk, maxTries: 1 };
      return {
        get: (resource: Resource, page: PageArgs, signal: AbortSignal) =>
          call(listOperations[resource], judgeText, terms, signal, pageInput(resource, page)),
        compared: (resource: Resource, drift: readonly Drift[]) =>
          ports.compared?.(bulk, listOperations[resource], drift),
      };
    },
    /** Calls the service of any profile. */
    callsOf: (access: Access, terms: Omit<CallTerms, 'access'>) =>
      createCalls({ ...terms, access: async () => succeed(access) }),
    /** Not bound to the active profile. `bulk`: a repeated check, without retries, as one line of the request log. */
    checkHealth: (access: Access, signal: AbortSignal, bulk?: BulkWork): Promise<Outcome<Health>> => {
      const terms = { access: async () => succeed(access), ...(bulk && { bulk, maxTries: 1 }) };
      return mapOutcome(call(operations.checkHealth, judgeHealth, terms, signal), ({ latencyMs, serviceVersion }) => ({
        latencyMs,
        serviceVersion,
      }));
    },
    /** Gets a migration of the active profile as JSON, even if a required field is missing. */
    getMigrationJson: (id: string, signal: AbortSignal) =>
      call(operations.getMigration, judgeJson, {}, signal, () => ({ params: { id } })),
    /** Sends once: after `reply_lost`, a token may exist. Fails with `service_changed` if the service isn't `place`. */
    createLinkToken: (signal: AbortSignal, place?: ServicePlace) => {
      const find = place === undefined ? ports.access : accessAt(place);
      const access: FindAccess = (callSignal) =>
        andThen(find(callSignal), (found) => (found.readOnly ? fail('read_only', ports.clock.now()) : succeed(found)));
      return call(operations.createLinkToken, judgeJson, { access }, signal, () => ({ body: {} }));
    },
  };
}

export type ApiClient = ReturnType<typeof createApiClient>;
export type ApiCalls = Pick<ApiClient, 'list' | 'getMigration'>;

function pathOf(operation: Operation, { params = {}, query }: CallInput): string {
  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const values = Object.entries(query ?? {}).map(([name, value]) => [name, String(value)]);
  return values.length === 0 ? path : `${path}?${new URLSearchParams(values)}`;
}
