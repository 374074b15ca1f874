import { activityCalls } from './activity-calls.ts';
import { alertsCalls } from './alerts-calls.ts';
import { apiKeyCalls } from './api-key-calls.ts';
import { companiesCalls } from './companies-calls.ts';
import { connectAppCalls } from './connect-app-calls.ts';
import { consoleCalls } from './console-calls.ts';
import { dashboardsCalls } from './dashboards-calls.ts';
import { diagnosticsCalls } from './diagnostics-calls.ts';
import { everywhereCalls } from './everywhere-calls.ts';
import { exportCalls } from './export-calls.ts';
import { listenerCalls } from './listener-calls.ts';
import { loadedCalls } from './loaded-calls.ts';
import { linkTokensCalls } from './link-tokens-calls.ts';
import { migrationsCalls } from './migrations-calls.ts';
import { modalLabCalls } from './modal-lab-calls.ts';
import { profilesCalls } from './profiles-calls.ts';
import { reportsCalls } from './reports-calls.ts';
import { requestsCalls } from './requests-calls.ts';
import { sandboxCalls } from './sandbox-calls.ts';
import { selfCheckCalls } from './self-check-calls.ts';
import { settingsCalls } from './settings-calls.ts';
import { supportBundleCalls } from './support-bundle-calls.ts';
import { timelineCalls } from './timeline-calls.ts';
import { tokenLabCalls } from './token-lab-calls.ts';
import { triageCalls } from './triage-calls.ts';
import { viewsCalls } from './views-calls.ts';
import { watchCalls } from './watch-calls.ts';
import { webhooksCalls } from './webhooks-calls.ts';

/**
 * Every call of the renderer to the trusted process, as `topic.verb`; its wire name is `topic:verb`. The preload bridge,
 * the renderer's client, the browser host's routes and the handlers' types derive from this map.
 */
export const calls = {
  console: consoleCalls,
  migrations: migrationsCalls,
  companies: companiesCalls,
  linkTokens: linkTokensCalls,
  modalLab: modalLabCalls,
  requests: requestsCalls,
  diagnostics: diagnosticsCalls,
  selfCheck: selfCheckCalls,
  profiles: profilesCalls,
  apiKey: apiKeyCalls,
  dashboards: dashboardsCalls,
  settings: settingsCalls,
  timeline: timelineCalls,
  watch: watchCalls,
  triage: triageCalls,
  alerts: alertsCalls,
  views: viewsCalls,
  loaded: loadedCalls,
  exports: exportCalls,
  reports: reportsCalls,
  activity: activityCalls,
  everywhere: everywhereCalls,
  sandbox: sandboxCalls,
  connectApp: connectAppCalls,
  supportBundle: supportBundleCalls,
  tokenLab: tokenLabCalls,
  webhooks: webhooksCalls,
  listener: listenerCalls,
};
export type Calls = typeof calls;
