/** A host of the console that end-to-end tests run in. */
type TestedHost = 'browser' | 'electron';

/**
 * Specs of what the pages do alike in both hosts. `npm test` runs each in the host that stands here, so that both have
 * about as much to do; `npm run soak` runs all of them in both. A spec whose subject meets the host (files, keys,
 * windows, frames, notifications) does not belong here. What axe looks at is for the browser host, where axe is quick.
 */
const oneHost: Readonly<Record<string, TestedHost>> = {
  alerts: 'browser',
  'all-loaded': 'electron',
  'auto-refresh': 'electron',
  companies: 'electron',
  'eight-keys': 'electron',
  'every-page': 'browser',
  'find-migration': 'electron',
  help: 'browser',
  'link-tokens': 'electron',
  listen: 'browser',
  'listen-list': 'browser',
  'migration-drawer': 'browser',
  'modal-lab-states': 'electron',
  overview: 'electron',
  'page-filters': 'electron',
  'page-states': 'electron',
  palette: 'electron',
  'profile-calls': 'electron',
  profiles: 'electron',
  requests: 'electron',
  sandbox: 'browser',
  'saved-views': 'electron',
  selection: 'browser',
  'share-link': 'browser',
  'steady-layout': 'browser',
  'tab-order.all': 'electron',
  'table-view': 'electron',
  'token-lab': 'browser',
  'webhooks-service': 'browser',
};

/** Patterns of the specs that a host leaves to the other one. */
export const leftToTheOther = (host: TestedHost): string[] => [
  host === 'browser' ? '**/*.electron.spec.ts' : '**/*.browser.spec.ts',
  ...(process.env['FERRY_SOAK'] === '1' ? [] : Object.keys(oneHost))
    .filter((name) => oneHost[name] !== host)
    .map((name) => `**/${name}.spec.ts`),
];
