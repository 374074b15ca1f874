import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import { startEngine, startHousekeeping } from './background-work.ts';
import { createApp } from './create-app.ts';
import { bindAddress, isLoopbackHost } from './http/origins.ts';
import type { ErrorShape } from './http/refusal.ts';
import { hashSecret, makeApiKey, newApiKey } from './secrets.ts';
import { fillStore } from './seed/seed-rows.ts';
import type { FillResult, SeededOrganization, SeedPlan } from './store/seed-store.ts';
import { choosePlaceToServe, type StoreFlags } from './store/open-store.ts';
import type { Store } from './store/store.ts';

/** The flags of the start interface, parsed. */
export interface ServiceOptions extends StoreFlags {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly seedAt: number;
  readonly migrations: number;
  readonly companies: number;
  readonly errorShape: ErrorShape;
  readonly sessionKey?: boolean | undefined;
  readonly allowControl?: boolean | undefined;
  readonly publicUrl?: string | undefined;
  /** Requests per minute that a credential, or a client without one, has. */
  readonly rateLimit?: number | undefined;
  /** Addresses and CIDR ranges of the proxies whose X-Forwarded-For counts. */
  readonly trustProxy?: readonly string[] | undefined;
  readonly logger: FastifyBaseLogger;
  /** Ends a start that is still filling its folder. */
  readonly signal?: AbortSignal | undefined;
}

interface RunningService {
  readonly url: string;
  /** The key that this start made; undefined where the folder has its keys already. */
  readonly apiKey: string | undefined;
  readonly organizationId: string;
  stop(): Promise<void>;
}

/** A running service, or one sentence that says why there is none. */
type Started =
  { readonly ok: true; readonly service: RunningService } | { readonly ok: false; readonly sentence: string };

/** Open connections get this long to finish before they are cut. */
const stopGraceMs = 1_500;

const fill = (store: Store, options: ServiceOptions): Promise<FillResult> => {
  const plan: SeedPlan = {
    seed: options.seed,
    at: options.seedAt,
    migrations: options.migrations,
    companies: options.companies,
  };
  let told = Date.now();
  return fillStore(store.seed, (last) => (last === undefined ? plan : undefined), {
    signal: options.signal,
    onProgress: (done, of) => {
      if (Date.now() - told < 1_000 || done === of) return;
      told = Date.now();
      options.logger.info({ done, of }, 'filling the data folder');
    },
  });
};

const listen = async (app: FastifyInstance, { port, host }: ServiceOptions): Promise<string | undefined> => {
  try {
    await app.listen({ port, host });
    return undefined;
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined;
    if (code === 'EADDRINUSE')
      return `Port ${port} of ${host} is in use; stop what listens there, or choose another with --port.`;
    if (code === 'EACCES')
      return `Port ${port} of ${host} may not be used by this user; choose one above 1023 with --port.`;
    return `The service cannot listen on ${host}, port ${port} (${String(code ?? error)}); choose another address with --host.`;
  }
};

const addressOf = (app: FastifyInstance): string => {
  const address = app.server.address();
  if (address === null || typeof address === 'string') return '';
  return `http://${address.family === 'IPv6' ? `[${address.address}]` : address.address}:${address.port}`;
};

const stopApp = async (app: FastifyInstance): Promise<void> => {
  const cut = setTimeout(() => app.server.closeAllConnections(), stopGraceMs);
  await app.close();
  clearTimeout(cut);
};

const refuseControl = ({ allowControl, host, publicUrl, trustProxy }: ServiceOptions): string | undefined => {
  if (!allowControl) return undefined;
  if (!isLoopbackHost(host)) {
    return `--allow-control works on loopback only, not on ${host}; leave one of --allow-control and --host out.`;
  }
  const others = publicUrl === undefined ? trustProxy && '--trust-proxy' : '--public-url';
  return (
    others &&
    `--allow-control is for this computer alone, ${others} for a service behind a proxy; leave one of the two out.`
  );
};

/** Fills the store where that was never done, and ends what nobody could take back any more. */
const prepare = async (
  store: Store,
  options: ServiceOptions,
): Promise<{ readonly filled: FillResult; readonly organization: SeededOrganization | undefined }> => {
  const filled = await fill(store, options);
  // A session key is handed on from start to start; without one, nobody could revoke what the last one made.
  if (filled !== 'stopped' && !options.sessionKey) await store.tokens.endSession(await store.clock.now());
  return { filled, organization: await store.seed.organization() };
};

/** The API key of a store that was filled just now, or why there is none. */
const makeFirstKey = async ({ keys, clock }: Store): Promise<string | Error> => {
  try {
    return (await makeApiKey(keys, { description: 'Made at the first start' }, await clock.now())).apiKey;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

/** Starts the service: opens and fills the store, then listens. */
export const startService = async (wanted: ServiceOptions): Promise<Started> => {
  const bound = await bindAddress(wanted.host);
  if (!bound.ok) return bound;
  const options = { ...wanted, host: bound.address };
  const controlRefused = refuseControl(options);
  if (controlRefused !== undefined) return { ok: false, sentence: controlRefused };
  const chosen = await choosePlaceToServe(options);
  if (!chosen.ok) return chosen;
  const { place } = chosen;
  const opened = await place.open((error) => options.logger.warn({ error: error.message }, 'a connection was lost'));
  if (!opened.ok) {
    place.remove();
    return opened;
  }
  const { store } = opened;
  const end = async (): Promise<void> => {
    await store.close();
    place.remove();
  };
  const prepared = await prepare(store, options).catch((error: unknown) => error as Error);
  if (prepared instanceof Error) {
    await end();
    const reason = `The ${place.name} cannot be filled (${prepared.message})`;
    return { ok: false, sentence: `${reason}; make room there, or ${place.another}.` };
  }
  const { filled, organization } = prepared;
  if (filled === 'stopped' || organization === undefined) {
    await end();
    return { ok: false, sentence: 'The start was stopped before the data folder was filled.' };
  }
  const { clock } = store;
  const sessionKey = options.sessionKey ? newApiKey(false) : undefined;
  const app = createApp({
    store,
    clock,
    errorShape: options.errorShape,
    publicUrl: options.publicUrl,
    rateLimit: options.rateLimit,
    trustProxy: options.trustProxy,
    allowControl: options.allowControl,
    isLoopback: isLoopbackHost(options.host),
    logger: options.logger,
    sessionKey:
      sessionKey === undefined ? undefined : { hash: hashSecret(sessionKey), organization: organization.number },
  });
  const sentence = await listen(app, options);
  if (sentence !== undefined) {
    await app.close();
    await end();
    return { ok: false, sentence };
  }
  // After the port is had: a key that is made and never printed would be of no use to anybody.
  const made = sessionKey === undefined && filled === 'filled' ? await makeFirstKey(store) : undefined;
  if (made instanceof Error) {
    await stopApp(app);
    await end();
    const reason = `The first API key cannot be kept in the ${place.name} (${made.message})`;
    return { ok: false, sentence: `${reason}; make one later with keys create.` };
  }
  const apiKey = sessionKey ?? made;
  const engine = startEngine(store.runs, clock, options.logger);
  const housekeeping = startHousekeeping(store, clock, options.logger);
  const url = addressOf(app);
  options.logger.info({ url, data: place.location }, 'listening');
  if (place.warning !== undefined) options.logger.warn(place.warning);
  if (options.publicUrl !== undefined && options.rateLimit !== undefined && options.trustProxy === undefined) {
    options.logger.warn('all clients behind a proxy count as one: name the proxy with --trust-proxy');
  }
  if (options.publicUrl === undefined && !isLoopbackHost(options.host)) {
    options.logger.warn(
      'any Host is answered, and stands in the addresses of modals: name the right one with --public-url',
    );
  }
  return {
    ok: true,
    service: {
      url,
      apiKey,
      organizationId: organization.id,
      stop: async () => {
        await Promise.all([stopApp(app), engine.stop(), housekeeping.stop()]);
        await end();
      },
    },
  };
};
