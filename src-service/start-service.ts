import { join } from 'node:path';
import { startEngine, startHousekeeping } from './background-work.ts';
import { type AppOptions, createApp } from './create-app.ts';
import { type CompanyFlags, readCompanySettings } from './dashboard/company-settings.ts';
import { inviteUser } from './dashboard/invitations.ts';
import { readPageFiles } from './dashboard/page-files.ts';
import { createContentWorker } from './content-worker/content-worker.ts';
import { startCopier } from './copy/copier.ts';
import { prepareEnd } from './end-app.ts';
import type { WriteLine } from './http/access-log.ts';
import { addressOf, listen } from './http/listen.ts';
import { bindAddress, isLoopbackHost } from './http/origins.ts';
import type { ErrorShape } from './http/refusal.ts';
import { type OperationsOptions, type Operations, startOperations } from './operations/start-operations.ts';
import { createRefusedCalls } from './dashboard/refused-calls.ts';
import { createFailureLog } from './operations/failure-log.ts';
import { createRefusalCounts } from './operations/refusal-counts.ts';
import { instrumentStore } from './operations/instrument-store.ts';
import { createUsedKeys } from './operations/used-keys.ts';
import { openCatalogue, refuseUnknownOrganization } from './provider-catalogue.ts';
import { readProvidersFile } from './providers/providers-file.ts';
import { builtFilesFolder } from './routes/sdk.ts';
import { hashSecret, makeApiKey, newApiKey } from './store/secrets.ts';
import { fillStore } from './seed/seed-rows.ts';
import type { FillResult, SeededOrganization, SeedPlan } from './store/seed-store.ts';
import { chooseStore, type StoreFlags } from './open-store.ts';
import { commandLine } from './store/base/actor.ts';
import { messageOf } from './store/base/message-of.ts';
import type { Store } from './store/store.ts';
import { startDelivery } from './webhooks/deliver.ts';
import { createSender } from './webhooks/send-request.ts';
import { UserError } from '#shared/user-error.ts';

export interface ServiceOptions
  extends
    StoreFlags,
    OperationsOptions,
    CompanyFlags,
    Pick<AppOptions, 'publicUrl' | 'rateLimit' | 'trustProxy' | 'webhooksAllowLoopback'> {
  readonly port: number;
  readonly host: string;
  readonly seed: number;
  /** Milliseconds since 1970. */
  readonly seedAt: number;
  readonly migrations: number;
  readonly companies: number;
  readonly errorShape: ErrorShape;
  readonly sessionKey?: boolean | undefined;
  readonly webhooksConcurrency?: number | undefined;
  /** Providers file with sources and destinations. By default, only practice providers. */
  readonly providers?: string | undefined;
  /** Days until the end users of migrations are erased. By default, never. */
  readonly retainMigrations?: number | undefined;
  /** Days until the activity of sessions is deleted. @default 90 */
  readonly retainActivity?: number | undefined;
  /** Days until entries of the audit log are deleted. By default, never. */
  readonly retainAudit?: number | undefined;
  readonly inviteOwner?: string | undefined;
  readonly writeAccessLine?: WriteLine | undefined;
  readonly signal?: AbortSignal | undefined;
}

/** Interval at which "last used" times of keys are stored. */
const markUsedEveryMs = 5_000;

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
      options.logger.info({ done, of }, 'seeding the data folder');
    },
  });
};

const refuseControl = ({ allowControl, host, publicUrl, trustProxy }: ServiceOptions): string | undefined => {
  if (!allowControl) return undefined;
  if (!isLoopbackHost(host)) {
    return `--allow-control works only on loopback, not on ${host}. Remove --allow-control or --host.`;
  }
  const proxyOption = publicUrl === undefined ? trustProxy && '--trust-proxy' : '--public-url';
  return (
    proxyOption &&
    `--allow-control is for local use and ${proxyOption} for a service behind a proxy. Remove one of them.`
  );
};

const refuseDashboard = ({ dashboard, inviteOwner, host, publicUrl }: ServiceOptions): string | undefined => {
  if (!dashboard) return inviteOwner && '--invite-owner needs --dashboard, because the link leads to the dashboard.';
  const isLocal = publicUrl === undefined || isLoopbackHost(new URL(publicUrl).hostname);
  if (publicUrl?.startsWith('https:') || (isLoopbackHost(host) && isLocal)) return undefined;
  return '--dashboard needs https unless the service is local. Set the https URL with --public-url, such as https://ferry.example.com.';
};

/** Stores the dashboard's URL for links from the command line. Without `--public-url`, replaces only a loopback URL. */
const keepAddress = async ({ people }: Store, publicUrl: string | undefined, url: string): Promise<void> => {
  const storedAddress = publicUrl === undefined ? await people.address() : undefined;
  if (storedAddress === undefined || isLoopbackHost(new URL(storedAddress).hostname))
    await people.setAddress(publicUrl ?? url);
};

const prepare = async (
  store: Store,
  options: ServiceOptions,
): Promise<{ readonly filled: FillResult; readonly organization: SeededOrganization | undefined }> => {
  const fillResult = await fill(store, options);
  // A session key ends with its process. A start without a session key revokes the tokens of earlier session keys.
  if (fillResult !== 'stopped' && !options.sessionKey) await store.tokens.endSession(await store.clock.now(), 'all');
  return { filled: fillResult, organization: await store.seed.organization() };
};

const makeFirstKey = async ({ keys, clock }: Store, placeName: string): Promise<string> => {
  try {
    return (await makeApiKey(keys, { description: 'Created at first start' }, await clock.now())).apiKey;
  } catch (error) {
    const reason = `The service can't store the first API key in the ${placeName} (${messageOf(error)})`;
    throw new UserError(`${reason}. To create a key later, run \`keys create\`.`);
  }
};

const serve = async (wanted: ServiceOptions, operations: Operations, cleanup: AsyncDisposableStack) => {
  const options = { ...wanted, host: await bindAddress(wanted.host, '--host') };
  const refusal = refuseControl(options) ?? refuseDashboard(options);
  if (refusal !== undefined) throw new UserError(refusal);
  const page = options.dashboard ? readPageFiles(join(builtFilesFolder(), 'dashboard')) : undefined;
  if (options.dashboard && page === undefined)
    throw new UserError("The dashboard isn't built. Run npm run build, then start again.");
  const company = await readCompanySettings(options);
  const file = options.providers === undefined ? undefined : await readProvidersFile(options.providers);
  const place = await chooseStore(options);
  cleanup.defer(place.remove);
  const failures = createFailureLog(options.logger);
  const opened = await place.open({
    onLost: (error) => failures.add(error, 'a database connection failed'),
    signal: options.signal,
  });
  const store = operations.watch === undefined ? opened : instrumentStore(opened, operations.watch);
  cleanup.defer(() => store.close());
  const { filled, organization } = await prepare(store, options).catch((error: unknown) => {
    const reason = `The service can't write to the ${place.name} (${messageOf(error)})`;
    throw new UserError(`${reason}. Free some space, or ${place.another}.`);
  });
  if (filled === 'stopped' || organization === undefined)
    throw new UserError('The service was stopped before it finished seeding the data folder.');
  if (file !== undefined)
    await refuseUnknownOrganization(file, options.providers ?? '', store.people).catch((error: unknown) => {
      throw new UserError(messageOf(error));
    });
  const { clock } = store;
  const sessionKey = options.sessionKey ? newApiKey(false) : undefined;
  const refusals = createRefusalCounts(store);
  const usedKeys = createUsedKeys(store);
  const refusedCalls = createRefusedCalls(store);
  const content = createContentWorker();
  const catalogue = file === undefined ? undefined : await openCatalogue(file, store.seed, content);
  const copier =
    catalogue &&
    startCopier({
      store,
      clock,
      destinationOf: catalogue.destinationOf,
      content,
      logger: options.logger,
      watch: operations.watch,
    });
  const stopCopies = async (): Promise<void> => {
    await copier?.stop();
    content.stop();
  };
  cleanup.defer(stopCopies);
  const app = createApp({
    ...options,
    store,
    providers: catalogue && copier && { providersOf: catalogue.providersOf, hold: copier.hold },
    isLoopback: isLoopbackHost(options.host),
    watches: [...operations.requests, refusals],
    usedKeys,
    refusedCalls,
    failures,
    accessLog: options.writeAccessLine,
    dashboard: page,
    company,
    sessionKey:
      sessionKey === undefined ? undefined : { hash: hashSecret(sessionKey), organization: organization.number },
  });
  cleanup.defer(() => app.close());
  const endApp = prepareEnd(app, operations.server);
  const { port, host } = options;
  await listen(app, { port, host, flags: { port: '--port', host: '--host' } });
  // Creates the key only after the port is open, because a start that fails earlier wouldn't print it.
  const apiKey = sessionKey ?? (filled === 'filled' ? await makeFirstKey(store, place.name) : undefined);
  const stopEngine = startEngine(store, options.logger, failures, operations.watch);
  const markUsed = setInterval(() => void usedKeys.flush().catch(() => {}), markUsedEveryMs).unref();
  const writeCounts = async (): Promise<void> => {
    await refusals.flush();
    await usedKeys.flush();
    await refusedCalls.flush();
  };
  const stopHousekeeping = startHousekeeping({
    store,
    failures,
    writeCounts,
    retain: { migrations: options.retainMigrations, activity: options.retainActivity, audit: options.retainAudit },
  });
  const delivery = startDelivery({
    store,
    sender: createSender({ allowLoopback: options.webhooksAllowLoopback ?? false }),
    logger: options.logger,
    failures,
    watch: operations.watch,
    concurrency: options.webhooksConcurrency,
  });
  const url = addressOf(app);
  // Passkeys don't work at an IP address, so links to a dashboard on this device name `localhost`.
  const address = options.publicUrl ?? url.replace(/\/\/(?:127\.0\.0\.1|\[::1\]):/, '//localhost:');
  if (page !== undefined) await keepAddress(store, options.publicUrl, address);
  const invitationUrl =
    options.inviteOwner === undefined
      ? undefined
      : (
          await inviteUser(
            store,
            { email: options.inviteOwner, role: 'owner', organization: organization.number, address },
            { by: commandLine, now: await clock.now() },
          )
        ).link.url;
  operations.started(store);
  options.logger.info({ url, data: place.location }, 'listening');
  if (file !== undefined) {
    const organizations = file.destinations.map((destination) => destination.organization);
    options.logger.info({ organizations }, 'these organizations copy real data; all others use practice copies');
  }
  if (place.warning !== undefined) options.logger.warn(place.warning);
  const limitsClients = options.rateLimit !== undefined || options.dashboard === true || file !== undefined;
  if (options.publicUrl !== undefined && limitsClients && options.trustProxy === undefined) {
    options.logger.warn('all clients behind a proxy share one rate limit; name the proxy with --trust-proxy');
  }
  if (options.publicUrl === undefined && !isLoopbackHost(options.host)) {
    options.logger.warn(
      'the service accepts any Host header and uses it in modal URLs; set the right URL with --public-url',
    );
  }
  return {
    url,
    /** The session key, or the key that this start created for a new store. Undefined if neither exists. */
    apiKey,
    organizationId: organization.id,
    opsUrl: operations.url,
    invitationUrl,
    stop: async (): Promise<void> => {
      // Copies stop after the app, which serves their modals until it has stopped.
      await Promise.all([endApp(), delivery.stop()]);
      await stopCopies();
      await stopEngine();
      clearInterval(markUsed);
      await stopHousekeeping();
      failures.end();
      await Promise.all([store.close().then(place.remove), operations.end()]);
    },
  };
};

/** @throws {UserError} */
export const startService = async (options: ServiceOptions) => {
  const cleanup = new AsyncDisposableStack();
  try {
    const operations = await startOperations(options);
    cleanup.defer(operations.end);
    return await serve(options, operations, cleanup);
  } catch (error) {
    await cleanup.disposeAsync();
    throw error;
  }
};
