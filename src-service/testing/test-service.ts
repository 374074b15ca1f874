import type { FastifyInstance } from 'fastify';
import { nestedApiErrorSchema } from '#shared/migration-api/api-error.ts';
import { type Operation, operations } from '#shared/migration-api/operations.ts';
import { webhookCalls } from '#shared/webhooks-api/webhook-calls.ts';
import type { Clock } from '../store/clock.ts';
import { type AppOptions, createApp } from '../create-app.ts';
import { routePath } from '../http/mount-operations.ts';
import { makeApiKey } from '../store/secrets.ts';
import { defaultSeedInstant, fillStore } from '../seed/seed-rows.ts';
import type { Store } from '../store/store.ts';
import { makeTestData, type TestData } from './test-data.ts';

const checkedCalls = Object.values<Operation>({ ...operations, ...webhookCalls });
const byRoute = new Map(
  checkedCalls.map((operation) => [`${operation.method} ${routePath(operation.path)}`, operation]),
);

/** Checks every operation's response against its schema. An invalid one becomes a 500. */
const checkReplies = (app: FastifyInstance): void => {
  app.addHook('onSend', async (request, reply, payload) => {
    const operation = byRoute.get(`${request.method} ${request.routeOptions.url}`);
    // Fault rules may create invalid responses.
    if (operation === undefined || request.fault) return payload;
    const schema = operation.replies[reply.statusCode];
    const missingStatusText = `${operation.id} answers ${reply.statusCode}, which its table lacks`;
    if (typeof payload !== 'string') {
      if (schema !== null) throw new Error(missingStatusText);
      return payload;
    }
    const body: unknown = JSON.parse(payload);
    if (reply.statusCode !== 200 && nestedApiErrorSchema.safeParse(body).success) return payload;
    if (!schema) throw new Error(missingStatusText);
    schema.parse(body);
    return payload;
  });
};

/** A real service with its own data and without a port. */
export interface TestService {
  readonly app: FastifyInstance;
  readonly store: Store;
  readonly clock: Clock;
  readonly data: TestData;
  readonly apiKey: string;
  /** `Authorization` header with the API key. */
  readonly authorization: string;
  /** Sends JSON with a bearer token, by default the API key. Sends a string body unchanged. */
  send(request: TestRequest): Promise<TestReply>;
  end(): Promise<void>;
}

export interface TestRequest {
  readonly method?: 'GET' | 'POST' | 'PUT' | 'DELETE' | 'HEAD' | 'OPTIONS' | 'PATCH';
  readonly url: string;
  /** Null sends no credential. */
  readonly bearer?: string | null;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /** Client address. @default loopback */
  readonly from?: string;
}

export interface TestReply {
  readonly status: number;
  readonly body: Record<string, never> & { readonly message?: string };
  readonly text: string;
  readonly headers: Readonly<Record<string, string | string[] | number | undefined>>;
}

/** Opens a service in-process. Checks every response against its schema. */
export const openTestService = async (
  rows: { migrations?: number; companies?: number; checksReplies?: boolean } = {},
  { clock: appClock, ...options }: Partial<AppOptions> & { readonly clock?: Clock } = {},
): Promise<TestService> => {
  const data = await makeTestData();
  const store = await data.open();
  await fillStore(store.seed, {
    seed: 1,
    at: defaultSeedInstant,
    migrations: rows.migrations ?? 250,
    companies: rows.companies ?? 40,
  });
  const clock = appClock ?? store.clock;
  const { apiKey } = await makeApiKey(store.keys, { description: 'test' }, await clock.now());
  const appStore = appClock === undefined ? store : { ...store, clock: { ...store.clock, ...appClock } };
  const app = createApp({ store: appStore, ...options });
  // Off in performance tests, because production doesn't check.
  if (rows.checksReplies ?? true) checkReplies(app);
  return {
    app,
    store,
    clock,
    data,
    apiKey,
    authorization: `Bearer ${apiKey}`,
    send: async ({ method = 'GET', url, bearer = apiKey, body, headers = {}, from }) => {
      const reply = await app.inject({
        method,
        url,
        ...(from !== undefined && { remoteAddress: from }),
        headers: {
          ...(bearer === null ? {} : { authorization: `Bearer ${bearer}` }),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body === undefined ? {} : { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
      });
      const isJson = String(reply.headers['content-type']).includes('/json');
      return {
        status: reply.statusCode,
        body: isJson && reply.payload !== '' ? reply.json() : {},
        text: reply.payload,
        headers: reply.headers,
      };
    },
    end: async () => {
      await app.close();
      await store.close();
      await data.remove();
    },
  };
};
