import type { IRegularForbiddenRuleType } from 'dependency-cruiser';

/** Libraries that only some folders may import. */
const libraries = {
  electron: ['electron', 'electron-store', 'electron-log', '@electron/[^/]+'],
  react: ['react', 'react-dom', 'react-aria-components', 'lucide-react'],
  tanstack: ['@tanstack/[^/]+'],
  keychain: ['keytar', '@github/keytar'],
  settings: ['conf'],
  signIn: ['better-auth', '@better-auth/[^/]+'],
  protocols: ['saxes', 'imapflow'],
  server: ['fastify', '@fastify/[^/]+', 'pg', 'pg-connection-string', '@opentelemetry/[^/]+', '@prometheus-io/[^/]+'],
  zod: ['zod'],
};
const folders = [
  'shared',
  'service',
  'sdk',
  'server-client',
  'main',
  'data',
  'preload',
  'ui',
  'renderer',
  'dashboard',
] as const;
type Name = keyof typeof libraries | (typeof folders)[number] | 'node';

const library = (names: readonly string[]): string => `(^|/)node_modules/(${names.join('|')})(/|$)`;
const network = '^(node:)?(http|https|http2|net|tls|dgram|dns|child_process)(/|$)';

/** Files that may import only the listed libraries and folders. */
interface Layer {
  readonly name: string;
  readonly files: string;
  readonly exceptFiles?: string;
  readonly may: readonly Name[];
  /** Subfolders of the allowed folders that are still forbidden. */
  readonly except?: readonly string[];
  /** Message shown with each violation. */
  readonly comment: string;
}

const core: readonly Name[] = ['main', 'shared', 'node', 'keychain', 'settings', 'server', 'zod'];
const service: readonly Name[] = ['service', 'shared', 'node', 'server', 'zod'];
const operations = '^src-shared/migration-api/operations[.]ts$';

const layers: readonly Layer[] = [
  {
    name: 'shared',
    files: '^src-shared/',
    may: ['shared', 'zod'],
    comment: 'src-shared is pure TypeScript: it may import src-shared and zod only.',
  },
  {
    name: 'service',
    files: '^src-service/',
    exceptFiles: '^src-service/(dashboard|providers/(dav|imap))/',
    may: service,
    comment: 'src-service may import src-service, src-shared, Node and server libraries.',
  },
  {
    name: 'service-protocols',
    files: '^src-service/providers/(dav|imap)/',
    may: [...service, 'protocols'],
    comment: 'Only src-service/providers/dav and imap may import the libraries of their protocols.',
  },
  {
    name: 'service-dashboard',
    files: '^src-service/dashboard/',
    may: [...service, 'signIn'],
    comment: 'Only src-service/dashboard may import the library that signs people in.',
  },
  {
    name: 'sdk',
    files: '^src-sdk/',
    exceptFiles: '^src-sdk/react/',
    may: ['sdk', 'shared'],
    except: [
      '^src-shared/(migration-api|console-contract)/',
      '^src-shared/modal-messages/modal-',
      '^src-shared/app-error',
    ],
    comment: 'src-sdk is downloaded by every end user: it may import those files of src-shared that need no zod.',
  },
  {
    name: 'sdk-react',
    files: '^src-sdk/react/',
    may: ['sdk', 'react'],
    except: ['^src-sdk/(?!(index|public-types)[.]ts$|react/)'],
    comment: 'src-sdk/react uses what any page can import: the public functions and types of the SDK, and React.',
  },
  {
    name: 'server-client',
    files: '^src-server-client/',
    may: ['server-client', 'shared', 'node', 'zod'],
    comment: 'src-server-client may import src-shared and Node. The build fails if Zod gets into the package.',
  },
  {
    name: 'data',
    files: '^src-data/',
    may: ['data', 'shared', 'node', 'settings', 'zod'],
    except: [network],
    comment: 'src-data may import src-data, src-shared, Node and plain libraries: no network, keychain or Electron.',
  },
  {
    name: 'main',
    files: '^src-main/',
    exceptFiles: '^src-main/(main[.]ts$|verify/main[.]ts$|hosts/electron/)',
    may: core,
    comment:
      'Only src-main/hosts/electron may import Electron; src-main never imports the service, the data process or a page.',
  },
  {
    name: 'main-verify-start',
    files: '^src-main/verify/main[.]ts$',
    may: [...core, 'service'],
    except: ['^src-service/(?!receipts/)'],
    comment: 'Only the start of ferry-verify may import the service, and only src-service/receipts.',
  },
  {
    name: 'main-electron',
    files: '^src-main/(main[.]ts$|hosts/electron/)',
    may: [...core, 'electron'],
    except: ['^src-main/hosts/browser/'],
    comment: 'The Electron host must not import the browser host, the service, the data process or a page.',
  },
  {
    name: 'preload',
    files: '^src-preload/',
    may: ['preload', 'shared', 'electron'],
    except: [
      '^src-shared/migration-api/',
      '^src-shared/console-contract/(calls|events)[.]ts$',
      '^src-shared/app-error[.]ts$',
    ],
    comment: 'The preload must be small: it may import electron, channel names and types, and no schema.',
  },
  {
    name: 'ui',
    files: '^src-ui/',
    may: ['ui', 'shared', 'react'],
    except: [operations],
    comment: 'src-ui is what console and dashboard share: it may import src-ui, src-shared, React and icons.',
  },
  {
    name: 'dashboard',
    files: '^src-dashboard/',
    may: ['dashboard', 'ui', 'shared', 'react', 'tanstack'],
    except: [operations],
    comment: 'src-dashboard may import src-dashboard, src-ui, src-shared and page libraries: no Node, no zod.',
  },
  {
    name: 'renderer',
    files: '^src-renderer/',
    may: ['renderer', 'ui', 'shared', 'react', 'tanstack'],
    except: [operations],
    comment: 'src-renderer may import src-renderer, src-ui, src-shared and page libraries: no Node, Electron or zod.',
  },
];

/** Converts a layer's allowed imports into rules that forbid all others. */
const layerRules = ({ name, files, exceptFiles, may, except = [], comment }: Layer): IRegularForbiddenRuleType[] => {
  const from = { path: files, ...(exceptFiles ? { pathNot: exceptFiles } : {}) };
  const rule = { name, comment, severity: 'error', from } as const;
  const paths = [
    ...Object.entries(libraries).flatMap(([key, names]) => (may.includes(key as Name) ? [] : [library(names)])),
    `^src-(${folders.filter((folder) => !may.includes(folder)).join('|')})/`,
    '^(build|test)/',
    ...except,
  ];
  const noNodeImports: IRegularForbiddenRuleType = {
    ...rule,
    // Excludes tests, because a test of a page may start a real server.
    from: { path: files, pathNot: [...(exceptFiles ? [exceptFiles] : []), '[.]test[.]tsx?$'] },
    to: { dependencyTypes: ['core'] },
  };
  return [{ ...rule, to: { path: paths } }, ...(may.includes('node') ? [] : [noNodeImports])];
};

const forbid = (
  name: string,
  from: string,
  to: IRegularForbiddenRuleType['to'],
  comment: string,
): IRegularForbiddenRuleType => ({
  name,
  comment,
  severity: 'error',
  from: { path: from },
  to,
});

/** Folders of src-main/console. Each may import only the folders before it, so that no two import each other. */
export const topics: readonly string[] = [
  'clock',
  'events',
  'addresses',
  'log',
  'ports',
  'calls',
  'api-client',
  'request-log',
  'settings',
  'sandbox',
  'network',
  'api-key',
  'profiles',
  'connection',
  'data',
  'timeline',
  'base-topics',
  'feed',
  'dashboards',
  'loaded',
  'companies',
  'migrations',
  'views',
  'watch',
  'activity',
  'alerts',
  'reports',
  'exports',
  'triage',
  'link-tokens',
  'modal-lab',
  'service-control',
  'webhooks',
  'listener',
  'connect-app',
  'token-lab',
  'everywhere',
  'self-check',
  'support-bundle',
  'diagnostics',
];

const topicRules = topics.map((topic, index) => {
  const later = [...topics.slice(index + 1).map((name) => `${name}/`), '(create-console|console-state)[.]ts$'];
  return forbid(
    `console-${topic}`,
    `^src-main/console/${topic}/`,
    { path: `^src-main/console/(${later.join('|')})` },
    'A topic imports the topics before it in build/check/import-rules.ts. It learns about later ones through events.',
  );
});

const hosts = (names: string): IRegularForbiddenRuleType['to'] => ({ path: `^src-main/hosts/${names}` });
const hostRules: readonly IRegularForbiddenRuleType[] = [
  forbid(
    'main-hosts',
    '^src-main/(?!main[.]ts$)([^/]+|hosts/[^/]+)$',
    hosts('(electron|browser)/'),
    'What the hosts share must not import one of them.',
  ),
  forbid(
    'main-browser',
    '^src-main/(hosts/browser|hosts/node)/',
    hosts('electron/'),
    'The browser host must not import the Electron host.',
  ),
  forbid(
    'main-verify',
    '^src-main/verify/',
    hosts('(electron|browser)/'),
    'src-main/verify has no window: it must not import a host that opens one.',
  ),
  forbid(
    'console',
    '^src-main/console/',
    hosts(''),
    'src-main/console knows no host: Electron and the hosts come in through its ports.',
  ),
];

const roots = '^src-renderer/(router|main)[.]tsx$';
const rendererRules: readonly IRegularForbiddenRuleType[] = [
  forbid(
    'renderer-api',
    '^src-renderer/api/',
    { path: ['^src-renderer/(components|pages|shell)/', '^src-ui/(?!state/)', roots] },
    'src-renderer/api shows nothing: it must not import components, pages, the shell or src-ui, except src-ui/state.',
  ),
  forbid(
    'renderer-components',
    '^src-renderer/components/',
    { path: ['^src-renderer/(pages|shell)/', roots] },
    'src-renderer/components must not import pages or the shell.',
  ),
  forbid(
    'renderer-pages',
    '^src-renderer/pages/([^/]+)/',
    { path: ['^src-renderer/(pages|shell)/', roots], pathNot: '^src-renderer/pages/$1/' },
    'A page imports its own folder only; what two pages use moves up to src-renderer/components.',
  ),
  forbid('renderer-shell', '^src-renderer/shell/', { path: roots }, 'router.tsx imports the shell, not the other way.'),
];

/** Known cycles between types. All other cycles are violations. */
const knownCycles =
  '^(src-shared/data-messages/(data-calls|export-messages)|src-renderer/components/listing/(list-definition|row-source))[.]ts$';

export const importRules: readonly IRegularForbiddenRuleType[] = [
  ...layers.flatMap(layerRules),
  ...topicRules,
  ...hostRules,
  ...rendererRules,
  {
    name: 'no-cycle',
    comment: 'No file imports itself through others, types included.',
    severity: 'error',
    from: { pathNot: knownCycles },
    to: { circular: true },
  },
  forbid(
    'no-unknown',
    // This example needs Express, which this project doesn't install.
    '^(?!docs/examples/link-token/)',
    { couldNotResolve: true, pathNot: '^virtual:' },
    'An import must name a file, an installed package or a virtual module of build/vite.',
  ),
];
