import { fail, succeed } from '#shared/app-error.ts';
import type { ConsoleState } from '#shared/console-contract/console-calls.ts';
import type { ExportState } from '#shared/console-contract/export-calls.ts';
import { type ProfileView, sandboxProfileId } from '#shared/console-contract/profiles-calls.ts';
import { documentationOf } from '#shared/migration-api/documentation.ts';
import { createApiClient } from './api-client/api-client.ts';
import type { HttpTransport } from './api-client/http-transport.ts';
import { type CallDispatcher, createDispatcher } from './call-dispatcher.ts';
import { createCompaniesHandlers } from './companies/companies-handlers.ts';
import { createCompanyDirectory } from './companies/company-directory.ts';
import { createConnection } from './connection/connection.ts';
import { type ConsoleEvents, createConsoleEvents } from './console-events.ts';
import type { ConsoleHandlers } from './console-handlers.ts';
import type { ConsolePorts } from './console-ports.ts';
import { createDataProcess } from './data/data-process.ts';
import { createDiagnosticsHandlers } from './diagnostics/diagnostics-handlers.ts';
import { atMostOften } from './events/at-most-often.ts';
import { createEverywhereHandlers } from './everywhere/find-everywhere.ts';
import { createExports, createExportsHandlers } from './exports/exports.ts';
import { createLinkTokensHandlers, createMint, createTokenHistory } from './link-tokens/link-tokens.ts';
import { createLoadedRows } from './loaded/loaded-rows.ts';
import { createKnownDetails } from './migrations/known-details.ts';
import { createMigrationsHandlers } from './migrations/migrations-handlers.ts';
import { createLabs, type Labs } from './modal-lab/labs.ts';
import { createModalLabHandlers } from './modal-lab/modal-lab-handlers.ts';
import type { ProfileBelongings } from './profiles/profile-belongings.ts';
import { createProfileTopic } from './profiles/profile-topic.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createRequestsHandlers } from './request-log/requests-handlers.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { checkKeychain, createSelfCheckHandlers, runSelfCheck } from './self-check/self-check.ts';
import { createSandboxHandlers } from './service-control/service-control-handlers.ts';
import { createServiceControl } from './service-control/service-control.ts';
import { managedItem } from './settings/managed-configuration.ts';
import { createSupportBundleHandlers } from './support-bundle/support-bundle-handlers.ts';
import { createStatusObserver } from './timeline/observer.ts';
import { createTimelineHandlers, timelineBelongings } from './timeline/timeline-handlers.ts';
import { createTokenLabHandlers } from './token-lab/token-lab-handlers.ts';
import { createTokenLab } from './token-lab/token-lab.ts';
import { createViewsHandlers, viewBelongings } from './views/view-list.ts';
import { createWatchHandlers } from './watch/watch-handlers.ts';
import { createWatchList } from './watch/watch-list.ts';
import { createWatcher } from './watch/watcher.ts';

/** The trusted half of Ferry Console, without a host: a handler for every call of the contract, and its events. */
export interface Console {
  readonly dispatch: CallDispatcher;
  readonly listen: ConsoleEvents['listen'];
  /** For what the host's own menus and links ask of the page. */
  readonly emit: ConsoleEvents['emit'];
  /** Address of the documentation of the service on screen; null while it has no address. */
  readonly documentation: () => string | null;
  /** What a host must know of the lab's guests. */
  readonly labs: Pick<Labs, 'guestOrigins' | 'guestCrashed' | 'limitedTo'>;
  /** Ends what the console started, and waits for it. */
  readonly close: () => Promise<void>;
}

const exportChangeMs = 250;

export function createConsole(ports: ConsolePorts): Console {
  const { clock } = ports;
  const closing = new AbortController();
  const events = createConsoleEvents();
  const emitState = () => {
    const now = state();
    labs.follow(now.profile.id, profiles.binding(), now.profile.baseURL);
    events.emit('console:state-changed', now);
  };
  const connection = createConnection(clock, emitState);
  const data = createDataProcess({ ...ports, launch: ports.launchData });
  const observer = createStatusObserver(data, clock);
  const sandbox = createSandbox({
    userDataDir: ports.userDataDir,
    clock,
    launch: ports.launchService,
    log: ports.log,
    onChange: (change) => {
      if (!profiles.active.profile().builtIn) return;
      if (change === 'starting') connection.starting();
      if (change === 'ready') void directory.fill(profiles.active.signal());
      if (change === 'stopped') {
        connection.onCallEnd({
          profileId: sandboxProfileId,
          baseURL: '',
          outcome: 'offline',
          answered: false,
          durationMs: 0,
          inBulk: false,
        });
        // Pages that hold its address, an open lab for one, go on without anybody asking for data first.
        void sandbox.endpoint();
      }
    },
  });
  const belongings: ProfileBelongings[] = [timelineBelongings(data, observer)];
  const profiles = createProfileTopic({
    ports,
    sandbox,
    emit: events.emit,
    onSwitch: () => {
      connection.reset();
      watcher.restart();
    },
    onChange: emitState,
    belongings,
  });
  const { network } = profiles;
  const activeId = () => profiles.active.profile().id;
  const state = (): ConsoleState => ({
    host: ports.host,
    version: ports.version,
    profile: shownProfile(profiles.view()),
    readOnly: profiles.managed.readOnly,
    settingsNotice: profiles.settings.notice(),
    connection: connection.current(),
  });
  const access = () => profiles.access(closing.signal);
  const requestLog = createRequestLog(
    ports.redactor,
    (change) => events.emit('requests:changed', change),
    (error) => ports.log.error('a request could not be logged', error),
  );
  const api = createApiClient({
    clock,
    transport: network.transport,
    version: ports.version,
    border: ports.redactor,
    access,
    binding: profiles.binding,
    onEnd: (end) => {
      if (end.profileId !== profiles.active.profile().id) return;
      // A load makes many calls a second: a connection that stands is not told anew each time.
      if (!end.inBulk || end.outcome !== 'ok' || connection.current().state !== 'connected') connection.onCallEnd(end);
      if (end.outcome !== 'ok') return;
      void directory.fill(profiles.active.signal());
      watcher.onAnswered();
    },
    record: requestLog.record,
    compared: requestLog.compared,
  });
  const directory = createCompanyDirectory(
    { api, data },
    () => profiles.active.profile().id,
    (known) => events.emit('companies:directory-changed', { known }),
  );
  const watches = createWatchList(profiles.settings);
  belongings.push(viewBelongings(profiles.settings), watches.belongings);
  const watcher = createWatcher({
    api,
    clock,
    list: watches,
    activeId,
    seconds: () => profiles.settings.current().preferences.watchSeconds,
    random: Math.random,
    observer,
    onState: (now) => events.emit('watch:changed', now),
    onChange: async ({ companyId, ...change }) => {
      const profileName = profiles.active.profile().name;
      const known = companyId === null ? null : await directory.lookup([companyId]);
      const company = known?.ok ? (known.value[0]?.providerCompanyName ?? null) : null;
      events.emit('watch:status-changed', { ...change, profileName, company });
    },
  });
  const loadedRows = createLoadedRows({
    clock,
    api,
    data,
    observer,
    active: profiles.active,
    binding: profiles.binding,
    preferences: () => profiles.settings.current().preferences,
    requestMs: () => connection.current().latencyMs,
    onChange: (change) => events.emit('loaded:changed', change),
  });
  const exportChanges = atMostOften<ExportState>(exportChangeMs, (change) => events.emit('exports:changed', change));
  const exports = createExports({
    clock,
    redactor: ports.redactor,
    api,
    data,
    loads: loadedRows.loads,
    profile: profiles.active.profile,
    binding: profiles.binding,
    saveFile: ports.saveFile,
    onChange: (change) => exportChanges.tell(change.id, change),
  });
  events.listen((event) => {
    if (event.name === 'profiles:changed') loadedRows.keepOnly(event.data.profiles.map(({ id }) => id));
  });
  const tokenHistory = createTokenHistory(clock, (records) => events.emit('linkTokens:changed', records));
  const mint = createMint({
    api,
    clock,
    history: tokenHistory,
    redactor: ports.redactor,
    profileId: () => profiles.active.profile().id,
  });
  const labs = createLabs({ ...ports, network, mint, history: tokenHistory }, (change) =>
    events.emit('modalLab:changed', change),
  );
  /** Where the active profile's service is; needs no key. */
  const service = async () => {
    const { id: profileId, baseURL, builtIn } = profiles.view();
    const binding = profiles.binding();
    if (!builtIn && baseURL !== null) {
      return profiles.mayCall(baseURL)
        ? succeed({ profileId, binding, serviceURL: baseURL })
        : fail('managed', clock.now(), { detail: profiles.refusalOf(baseURL) });
    }
    const endpoint = await sandbox.endpoint();
    return endpoint.ok ? succeed({ profileId, binding, serviceURL: endpoint.value.url }) : endpoint;
  };
  const selfCheck = () =>
    runSelfCheck({
      ports,
      serviceURL: () => profiles.view().baseURL,
      managed: managedItem(profiles.managed),
      keychain: () => checkKeychain(ports.secrets),
    });
  const control = createServiceControl({ ...ports, transport: network.transport, border: ports.redactor });
  let labTransport: HttpTransport | undefined;
  const tokenLab = createTokenLab(
    {
      ...ports,
      control,
      access,
      record: requestLog.record,
      // Chromium opens six connections to a host: of eight requests at once two would wait. Node's stack opens eight.
      transport: () => (labTransport ??= network.transportWithCa([])),
      profile: () => profiles.active.profile(),
      binding: profiles.binding,
      onChange: (change) => events.emit('tokenLab:changed', change),
    },
    closing.signal,
  );
  const timeline = createTimelineHandlers(data, observer, () => profiles.active.profile().id);
  const details = createKnownDetails({ data, clock, activeId }, (profileId, news) =>
    events.emit('migrations:details-changed', { profileId, details: news }),
  );
  events.listen((event) => {
    if (event.name === 'companies:directory-changed') void details.lookAgain();
  });
  const handlers: ConsoleHandlers = {
    console: { state: async () => succeed(state()) },
    migrations: createMigrationsHandlers(api, clock, () => profiles.view().baseURL, { observer, loadedRows }, details),
    timeline,
    watch: createWatchHandlers(watcher),
    views: createViewsHandlers(profiles.settings, clock, activeId, (views) => events.emit('views:changed', views)),
    companies: createCompaniesHandlers(api, directory, clock, loadedRows),
    linkTokens: createLinkTokensHandlers(mint, tokenHistory),
    modalLab: createModalLabHandlers({ labs, clock, saveFile: ports.saveFile, service }),
    requests: createRequestsHandlers(requestLog),
    ...profiles.handlers(api),
    diagnostics: createDiagnosticsHandlers(ports, selfCheck),
    selfCheck: createSelfCheckHandlers(selfCheck),
    loaded: loadedRows.handlers,
    exports: createExportsHandlers(exports),
    everywhere: createEverywhereHandlers(
      { clock, api, access: profiles.accessOf, profiles: profiles.all },
      events.emit,
    ),
    supportBundle: createSupportBundleHandlers({
      ...ports,
      api,
      requestLog,
      labs,
      timeline: (id, signal) => timeline.get({ id }, { signal }),
      company: (id) => directory.lookup([id]),
      profile: profiles.view,
      binding: profiles.binding,
      versions: async () => (await selfCheck()).versions,
    }),
    tokenLab: createTokenLabHandlers({
      ...ports,
      lab: tokenLab,
      subject: () => {
        const { name, environment, baseURL } = profiles.view();
        return { version: ports.version, profile: name, environment, baseURL };
      },
    }),
    sandbox: createSandboxHandlers({
      clock,
      control,
      access,
      onView: (view) => events.emit('sandbox:changed', view),
      onMoved: watcher.lookSoon,
      onReset: loadedRows.startAnew,
    }),
  };
  // The service starts while the window opens: the first row waits for the slower of the two, not for both.
  if (profiles.active.profile().builtIn) void sandbox.endpoint();
  watcher.restart();
  return {
    dispatch: createDispatcher(handlers, ports),
    listen: events.listen,
    emit: events.emit,
    documentation: () => {
      const { baseURL, builtIn } = profiles.view();
      return baseURL !== null && (builtIn || profiles.mayCall(baseURL)) ? documentationOf(baseURL) : null;
    },
    labs,
    close: async () => {
      closing.abort();
      watcher.close();
      await labs.close();
      loadedRows.close();
      await exports.close();
      data.close();
      await sandbox.close();
    },
  };
}

const shownProfile = (view: ProfileView): ConsoleState['profile'] => {
  const { id, name, environment, baseURL, colour, verified, builtIn, key } = view;
  return { id, name, environment, baseURL, colour, verified, builtIn, key };
};
