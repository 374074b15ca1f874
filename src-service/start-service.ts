import { startEngine, startHousekeeping } from './background-work.ts';
import { createApp } from './create-app.ts';
import { type CompanyFlags, readCompanySettings } from './dashboard/company-settings.ts';
import { invitePerson } from './dashboard/invitations.ts';
import { readDashboardPage } from './dashboard/page-files.ts';
import { createContentWorker } from './content-worker/content-worker.ts';
import { startCopier } from './copy/copier.ts';
import { prepareEnd } from './end-app.ts';
import { addressOf, listen } from './http/listen.ts';
import { bindAddress, isLoopbackHost } from './http/origins.ts';
import type { ErrorShape } from './http/refusal.ts';
import { type OperationsOptions, type OperationsWatch, startOperations } from './operations/start-operations.ts';
import { createRefusedCalls } from './dashboard/refused-calls.ts';
import { createRefusalCounts } from './operations/refusal-counts.ts';
import { createUsedKeys } from './operations/used-keys.ts';
import { openCatalogue, refuseUnknownOrganization } from './provider-catalogue.ts';
import { readProvidersFile } from './providers/providers-file.ts';
import { builtFilesFolder } from './routes/sdk.ts';
import { hashSecret, makeApiKey, newApiKey } from './store/secrets.ts';
import { fillStore } from './seed/seed-rows.ts';
import type { FillResult, SeededOrganization, SeedPlan } from './store/seed-store.ts';
import { choosePlaceToServe, type StoreFlags } from './open-store.ts';
import { commandLine } from './store/actor.ts';
import type { Store } from './store/store.ts';
import { startDelivery } from './webhooks/deliver.ts';
import { createSender } from './webhooks/send-request.ts';

export interface ServiceOptions extends StoreFlags, OperationsOptions, CompanyFlags {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly seedAt: number;
  readonly migrations: number;
  readonly companies: number;
  readonly errorShape: ErrorShape;
  readonly sessionKey?: boolean | undefined;
  readonly publicUrl?: string | undefined;
  /** Requests per minute that a credential, or a client without one, has. */
  readonly rateLimit?: number | undefined;
  readonly trustProxy?: readonly string[] | undefined;
  readonly webhooksAllowLoopback?: boolean | undefined;
  readonly dashboard?: boolean | undefined;
  /** File that lists what end users can move from, and where to; practice alone without it. */
  readonly providers?: string | undefined;
  readonly inviteOwner?: string | undefined;
  /** Ends a start that is still filling its folder. */
  readonly signal?: AbortSignal | undefined;
}

interface RunningService {
  readonly url: string;
  /** The key that this start made; undefined where the folder has its keys already. */
  readonly apiKey: string | undefined;
  readonly organizationId: string;
  /** The link for whoever `inviteOwner` names. */
  readonly invitationUrl: string | undefined;
  readonly opsUrl: string | undefined;
  stop(): Promise<void>;
}

type Started =
  | { readonly ok: true; readonly service: RunningService }
  | { readonly ok: false; readonly sentence: string };

const fill = (store: Store, options: ServiceOptions): Promise<FillResult> => {
  const plan: SeedPlan = {
    seed: options.seed,
    at: options.seedAt,
    migrations: options.migrations,
    companies: options.companies,
  };
  let lastReport = Date.now();
  return fillStore(store.seed, (last) => (last === undefined ? plan : undefined), {
    signal: options.signal,
    onProgress: (done, of) => {
      if (Date.now() - lastReport < 1_000 || done === of) return;
      lastReport = Date.now();
      options.logger.info({ done, of }, 'filling the data folder');
    },
  });
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

const refuseDashboard = ({ dashboard, inviteOwner, host, publicUrl }: ServiceOptions): string | undefined => {
  if (!dashboard)
    return inviteOwner && '--invite-owner needs --dashboard: without it there is nowhere for a link to lead.';
  const isForHere = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);
  if (publicUrl?.startsWith('https:') || (isLoopbackHost(host) && isForHere)) return undefined;
  return '--dashboard beyond this computer needs https: name its address with --public-url, such as https://ferry.example.com.';
};

/**
 * Keeps where the dashboard is, for links that a shell makes. A start without `--public-url`, as for a look at the same data,
 * leaves the address that people use.
 */
const keepAddress = async ({ people }: Store, publicUrl: string | undefined, url: string): Promise<void> => {
  const stored = publicUrl === undefined ? await people.address() : undefined;
  if (stored === undefined || isLoopbackHost(new URL(stored).hostname)) await people.setAddress(publicUrl ?? url);
};

/** Fills the store where that was never done, and ends what nobody could take back any more. */
const prepare = async (
  store: Store,
  options: ServiceOptions,
): Promise<{ readonly filled: FillResult; readonly organization: SeededOrganization | undefined }> => {
  const filled = await fill(store, options);
  // A session key is handed on from start to start; without one, nobody could revoke what the last one made.
  if (filled !== 'stopped' && !options.sessionKey) await store.tokens.endSession(await store.clock.now(), 'all');
  return { filled, organization: await store.seed.organization() };
};

const makeFirstKey = async ({ keys, clock }: Store): Promise<string | Error> => {
  try {
    return (await makeApiKey(keys, { description: 'Made at the first start' }, await clock.now())).apiKey;
  } catch (error) {
    return error instanceof Error ? error : new Error(String(error));
  }
};

const serve = async (wanted: ServiceOptions, operations: OperationsWatch): Promise<Started> => {
  const bound = await bindAddress(wanted.host);
  if (!bound.ok) return bound;
  const options = { ...wanted, host: bound.address };
  const refused = refuseControl(options) ?? refuseDashboard(options);
  if (refused !== undefined) return { ok: false, sentence: refused };
  const page = options.dashboard ? readDashboardPage(builtFilesFolder()) : undefined;
  if (options.dashboard && page === undefined) {
    return { ok: false, sentence: 'The dashboard is not built here; run npm run build, then start again.' };
  }
  const company = await readCompanySettings(options);
  if (!company.ok) return company;
  const file = options.providers === undefined ? undefined : await readProvidersFile(options.providers);
  if (file?.ok === false) return file;
  const chosen = await choosePlaceToServe(options);
  if (!chosen.ok) return chosen;
  const { place } = chosen;
  const opened = await place.open({
    onLost: (error) => options.logger.warn({ error: error.message }, 'a connection was lost'),
    signal: options.signal,
  });
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
  const unknown =
    file && (await refuseUnknownOrganization(file.file, options.providers ?? '', store.people).catch(String));
  if (unknown !== undefined) {
    await end();
    return { ok: false, sentence: unknown };
  }
  const { clock } = store;
  const sessionKey = options.sessionKey ? newApiKey(false) : undefined;
  const refusals = createRefusalCounts();
  const usedKeys = createUsedKeys(store);
  const refusedCalls = createRefusedCalls(store);
  const content = createContentWorker();
  const catalogue = file === undefined ? undefined : await openCatalogue(file.file, store.seed, content);
  const copier =
    catalogue && startCopier({ store, clock, destinationOf: catalogue.destinationOf, content, logger: options.logger });
  const stopCopies = async (): Promise<void> => {
    await copier?.stop();
    content.stop();
  };
  const app = createApp({
    store,
    providers: catalogue && copier && { providersOf: catalogue.providersOf, hold: copier.hold },
    clock,
    errorShape: options.errorShape,
    publicUrl: options.publicUrl,
    rateLimit: options.rateLimit,
    trustProxy: options.trustProxy,
    allowControl: options.allowControl,
    webhooksAllowLoopback: options.webhooksAllowLoopback,
    isLoopback: isLoopbackHost(options.host),
    logger: options.logger,
    watches: [...operations.requests, refusals],
    usedKeys: usedKeys.ids,
    refusedCalls,
    dashboard: page,
    company: company.settings,
    sessionKey:
      sessionKey === undefined ? undefined : { hash: hashSecret(sessionKey), organization: organization.number },
  });
  const endApp = prepareEnd(app, operations.server);
  const { port, host } = options;
  const sentence = await listen(app, { port, host, flags: { port: '--port', host: '--host' } });
  if (sentence !== undefined) {
    await stopCopies();
    await app.close();
    await end();
    return { ok: false, sentence };
  }
  // After the port is had: a key that is made and never printed would be of no use to anybody.
  const created = sessionKey === undefined && filled === 'filled' ? await makeFirstKey(store) : undefined;
  if (created instanceof Error) {
    await stopCopies();
    await app.close();
    await end();
    const reason = `The first API key cannot be kept in the ${place.name} (${created.message})`;
    return { ok: false, sentence: `${reason}; make one later with keys create.` };
  }
  const apiKey = sessionKey ?? created;
  const engine = startEngine(store.runs, clock, options.logger, operations.engine);
  const housekeeping = startHousekeeping(store, clock, options.logger, async () => {
    await refusals.flush(store);
    await usedKeys.flush();
    await refusedCalls.flush();
  });
  const delivery = startDelivery({
    store,
    sender: createSender({ allowLoopback: options.webhooksAllowLoopback ?? false }),
    logger: options.logger,
    watch: operations.engine,
  });
  const url = addressOf(app);
  const address = options.publicUrl ?? url;
  if (page !== undefined) await keepAddress(store, options.publicUrl, url);
  const invitationUrl =
    options.inviteOwner === undefined
      ? undefined
      : (
          await invitePerson(
            store,
            { email: options.inviteOwner, role: 'owner', organization: organization.number, address },
            { by: commandLine },
            await clock.now(),
          )
        ).link.url;
  operations.started(store);
  options.logger.info({ url, data: place.location }, 'listening');
  if (file !== undefined) {
    const organizations = file.file.destinations.map((destination) => destination.organization);
    options.logger.info({ organizations }, 'copies are real for these organizations, and practice for all others');
  }
  if (place.warning !== undefined) options.logger.warn(place.warning);
  const countsClients = options.rateLimit !== undefined || options.dashboard === true || file !== undefined;
  if (options.publicUrl !== undefined && countsClients && options.trustProxy === undefined) {
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
      opsUrl: operations.url,
      invitationUrl,
      stop: async () => {
        // Copies go on for as long as somebody may look at them.
        await Promise.all([endApp(), delivery.stop()]);
        await stopCopies();
        await engine.stop();
        await housekeeping.stop();
        await Promise.all([end(), operations.end()]);
      },
    },
  };
};

export const startService = async (options: ServiceOptions): Promise<Started> => {
  const startedRun = await startOperations(options);
  if (!startedRun.ok) return startedRun;
  const started = await serve(options, startedRun.operations);
  if (!started.ok) await startedRun.operations.end();
  return started;
};
