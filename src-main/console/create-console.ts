import { createActivityTopic } from './activity/activity-topic.ts';
import { createAlertsTopic } from './alerts/alerts-topic.ts';
import { createApiClient } from './api-client/api-client.ts';
import { createFeatureReader } from './api-client/service-features.ts';
import { createKeyRing } from './api-key/key-ring.ts';
import type { BaseTopics } from './base-topics/base-topics.ts';
import { createDispatcher } from './calls/call-dispatcher.ts';
import { createCompaniesTopic } from './companies/companies-topic.ts';
import { createConnection } from './connection/connection.ts';
import { createConsoleEvents } from './events/console-events.ts';
import { createFeedTopic } from './feed/feed-topic.ts';
import type { ConsolePorts } from './ports/console-ports.ts';
import { createConsoleState } from './console-state.ts';
import { createConnectAppHandlers } from './connect-app/connect-app.ts';
import { createDashboardsTopic } from './dashboards/dashboards-topic.ts';
import { createDataProcess } from './data/data-process.ts';
import { createDiagnosticsHandlers } from './diagnostics/diagnostics-handlers.ts';
import { createEverywhereHandlers } from './everywhere/search-everywhere.ts';
import { createExportsTopic } from './exports/exports-topic.ts';
import { createListenerTopic } from './listener/listener-topic.ts';
import { createLinkTokensTopic } from './link-tokens/link-tokens.ts';
import { createLoadedRows } from './loaded/loaded-rows.ts';
import { createMigrationsTopic } from './migrations/migrations-topic.ts';
import { createModalLabTopic } from './modal-lab/modal-lab-topic.ts';
import { createNetworkTopic } from './network/network-topic.ts';
import { createApiKeyHandlers } from './profiles/api-key-handlers.ts';
import { createProfilesHandlers } from './profiles/profiles-handlers.ts';
import { createProfilesTopic } from './profiles/profiles-topic.ts';
import { createReportsTopic } from './reports/reports-topic.ts';
import { createRequestLog } from './request-log/request-log.ts';
import { createSandbox } from './sandbox/sandbox.ts';
import { createSelfCheckTopic } from './self-check/self-check.ts';
import { createServiceControlTopic } from './service-control/service-control-topic.ts';
import { createSettingsTopic } from './settings/settings-topic.ts';
import { createSupportBundleHandlers } from './support-bundle/support-bundle-handlers.ts';
import { createTimelineTopic } from './timeline/timeline-topic.ts';
import { createTokenLabTopic } from './token-lab/token-lab-topic.ts';
import { createTriageTopic } from './triage/triage-topic.ts';
import { createViewsTopic } from './views/views-topic.ts';
import { createWatchTopic } from './watch/watch-topic.ts';
import { createWebhooksTopic } from './webhooks/webhooks-topic.ts';

export function createConsole(ports: ConsolePorts) {
  const { clock, redactor } = ports;
  const closing = new AbortController();
  const events = createConsoleEvents();

  const requestLog = createRequestLog({ ports, events });
  const settings = createSettingsTopic({ ports, events });
  const sandbox = createSandbox({ ...ports, settings });
  const network = createNetworkTopic({ ports, settings, sandbox });
  const keys = createKeyRing({ ...ports, settings, onKey: redactor.hold });
  const profiles = createProfilesTopic({ ports, settings, sandbox, network, keys, events, closing: closing.signal });
  const { access, binding } = profiles;
  const api = createApiClient({
    clock,
    version: ports.version,
    transport: network.transport,
    sanitizer: redactor,
    access,
    binding,
    record: requestLog.record,
    compared: requestLog.compared,
  });
  const features = createFeatureReader(api, clock);
  const connection = createConnection({ clock, sandbox, profiles, api });

  const data = createDataProcess({ ...ports, launch: ports.launchData });
  const timeline = createTimelineTopic({ clock, data, profiles });
  const base = {
    ports,
    clock,
    events,
    settings,
    sandbox,
    network,
    profiles,
    api,
    features,
    connection,
    data,
    timeline,
  } satisfies BaseTopics;
  const feed = createFeedTopic(base);
  const dashboards = createDashboardsTopic({ ...base, keys });
  const loadedRows = createLoadedRows(base);
  const companies = createCompaniesTopic({ ...base, loadedRows });
  const migrations = createMigrationsTopic({ ...base, loadedRows });
  const views = createViewsTopic(base);
  const watch = createWatchTopic({ ...base, companies, feed });
  const activity = createActivityTopic(base);
  const alerts = createAlertsTopic({ ...base, activity });
  const reports = createReportsTopic(base);
  const exports = createExportsTopic({ ...base, loadedRows, reports, activity });
  const triage = createTriageTopic(base);
  const linkTokens = createLinkTokensTopic(base);
  const modalLab = createModalLabTopic({ ...base, linkTokens, companies });
  const { labs } = modalLab;
  const serviceControl = createServiceControlTopic({ ...base, loadedRows, watch, labs });
  const { control } = serviceControl;
  const webhooks = createWebhooksTopic(base);
  const listener = createListenerTopic({ ...base, feed });
  const tokenLab = createTokenLabTopic({ ...base, requestLog, control, closing: closing.signal });
  const selfCheck = createSelfCheckTopic(base);

  const dispatch = createDispatcher(
    {
      console: createConsoleState(base),
      settings: settings.handlers,
      apiKey: createApiKeyHandlers({ ...ports, keys, api, profiles }),
      profiles: createProfilesHandlers({
        ...base,
        keys,
        stored: timeline.stored,
        onRemove: [tokenLab.forget, listener.forget],
      }),
      dashboards: dashboards.handlers,
      migrations,
      companies: companies.handlers,
      timeline: timeline.handlers,
      loaded: loadedRows.handlers,
      exports: exports.handlers,
      reports: reports.handlers,
      activity: activity.handlers,
      triage: triage.handlers,
      alerts: alerts.handlers,
      views: views.handlers,
      watch: watch.handlers,
      linkTokens: linkTokens.handlers,
      modalLab: modalLab.handlers,
      sandbox: serviceControl.handlers,
      connectApp: createConnectAppHandlers({ ...base, control }),
      tokenLab: tokenLab.handlers,
      webhooks: webhooks.handlers,
      listener: listener.handlers,
      everywhere: createEverywhereHandlers({ ...base, loadedRows }),
      requests: requestLog.handlers,
      selfCheck: selfCheck.handlers,
      diagnostics: createDiagnosticsHandlers(ports, selfCheck.run),
      supportBundle: createSupportBundleHandlers({
        ...base,
        requestLog,
        labs,
        companies,
        reports,
        activity,
        selfCheck,
      }),
    },
    ports,
  );

  // Restarts a Sandbox that exits while its profile is active, so that open labs continue.
  const startSandbox = () => {
    if (profiles.active.profile().builtIn) void sandbox.endpoint();
  };
  sandbox.onChange((change) => {
    if (change === 'stopped') startSandbox();
  });
  startSandbox();
  watch.start();

  return {
    dispatch,
    listen: events.listen,
    emit: events.emit,
    /** External links that a page may open: the service's documentation and known dashboards. */
    outsideLinks: () => [profiles.documentation(), ...dashboards.links()].filter((address) => address !== null),
    labs,
    close: async () => {
      closing.abort();
      listener.close();
      feed.close();
      watch.close();
      await labs.close();
      loadedRows.close();
      await exports.close();
      await Promise.all([data.close(), sandbox.close()]);
    },
  };
}

export type Console = ReturnType<typeof createConsole>;
