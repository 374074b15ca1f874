/** The rooms, each by its folder and the name that others import it by. */
const rooms = {
  shared: ['#shared/**', '**/src-shared/**'],
  service: ['#service/**', '**/src-service/**'],
  sdk: ['#sdk/**', '**/src-sdk/**'],
  main: ['#main/**', '**/src-main/**'],
  data: ['#data/**', '**/src-data/**'],
  preload: ['#preload/**', '**/src-preload/**'],
  ui: ['#ui/**', '**/src-ui/**'],
  renderer: ['#renderer/**', '**/src-renderer/**'],
  dashboard: ['#dashboard/**', '**/src-dashboard/**'],
  tools: ['#build/**', '#test/**', '**/build/**', '**/test/**'],
};

/** What comes from outside, by what it is for. */
const libraries = {
  electron: ['electron', 'electron/*', 'electron-store', 'electron-log', 'electron-log/*', '@electron/*'],
  react: ['react', 'react/*', 'react-dom', 'react-dom/*', 'react-aria-components', 'lucide-react'],
  tanstack: ['@tanstack/*'],
  node: ['node:*'],
  keychain: ['keytar'],
  settings: ['conf'],
  signIn: ['better-auth', 'better-auth/*', '@better-auth/*'],
  dav: ['tsdav'],
  server: ['fastify', '@fastify/*', 'pg', 'pg-connection-string', '@opentelemetry/*', '@prometheus-io/*'],
  zod: ['zod'],
};
type Name = keyof typeof rooms | keyof typeof libraries;

/** What files of one kind may import. Of two rules for a file the later one holds, alone. */
interface ImportRule {
  readonly files: readonly string[];
  readonly may: readonly Name[];
  /** Parts of these that it may not import all the same, as patterns of a path or, in slashes, of a text. */
  readonly butNot?: readonly string[];
  /** What is allowed, for whoever reads the error. */
  readonly message: string;
}

const network = ['http', 'https', 'http2', 'net', 'tls', 'dgram', 'dns', 'child_process'].map((name) => `node:${name}`);
const core: readonly Name[] = ['main', 'shared', 'node', 'keychain', 'settings', 'server', 'zod'];
const page: readonly Name[] = ['renderer', 'ui', 'shared', 'react', 'tanstack'];
const pageButNot = ['#shared/migration-api/operations.ts'];
const roots = ['**/router.tsx', '**/main.tsx'];

/** The topics of src-main/console, the lowest first. Each imports those before it, so that no two know each other both ways. */
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
  'feed',
  'dashboards',
  'loaded',
  'companies',
  'migrations',
  'views',
  'watch',
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

/** Files of a topic: nothing of a later one, and not the place where all are put together. */
const topicRule = (topic: string, index: number): ImportRule => {
  const later = topics.slice(index + 1).map((name) => `${name}/`);
  return {
    files: [`src-main/console/${topic}/**`],
    may: core,
    butNot: [
      '**/hosts/**',
      '#main/hosts/**',
      String.raw`/^((\.\.\/)+|#main\/console\/)(${[...later, String.raw`(create-console|console-state)\.ts`].join('|')})/`,
    ],
    message:
      'A topic of src-main/console may import the topics that stand before it in build/check/import-rules.ts, src-shared, Node and plain libraries. Where an earlier topic needs a later one, the later one listens to an event of it.',
  };
};

/** Files of a page in folders so deep; a name right above the page's own folder is another page. */
const pagesOfDepth = (depth: number): ImportRule => ({
  files: [`src-renderer/pages/${'*/'.repeat(depth)}*`],
  may: page,
  butNot: [...pageButNot, ...roots, '**/shell/**', '**/pages/**', `/^(\\.\\.\\/){${depth}}[^.]/`],
  message:
    'A page may import its own folder, src-renderer/components, src-renderer/api, src-ui, src-shared and libraries of the page: no other page, and nothing of the shell. What two pages use moves up to src-renderer/components.',
});

const rules: readonly ImportRule[] = [
  {
    files: ['src-shared/**'],
    may: ['shared', 'zod'],
    message: 'src-shared is pure TypeScript: it may import src-shared and zod, nothing else.',
  },
  {
    files: ['src-service/**'],
    may: ['service', 'shared', 'node', 'server', 'zod'],
    message:
      'src-service may import src-service, src-shared, Node and the libraries of a server: no Electron, no React, no other room.',
  },
  {
    files: ['src-service/providers/dav/**'],
    may: ['service', 'shared', 'node', 'server', 'zod', 'dav'],
    message:
      'src-service/providers/dav may import what src-service may, and the library of CardDAV and CalDAV, which nothing else of the service loads.',
  },
  {
    files: ['src-service/dashboard/**'],
    may: ['service', 'shared', 'node', 'server', 'zod', 'signIn'],
    message:
      'src-service/dashboard may import what src-service may, and the library that signs people in, which nothing else of the service loads.',
  },
  {
    files: ['src-sdk/**'],
    may: ['sdk', 'shared'],
    butNot: [
      '#shared/migration-api/**',
      '#shared/console-contract/**',
      '#shared/modal-messages/modal-*',
      '#shared/app-error*',
    ],
    message:
      'src-sdk may import src-sdk and those files of src-shared that need no schema library: what it imports is sent to every end user.',
  },
  {
    files: ['src-data/**'],
    may: ['data', 'shared', 'node', 'settings', 'zod'],
    butNot: network,
    message:
      'src-data may import src-data, src-shared, Node and plain libraries: no Electron, no keychain, no network, no other room.',
  },
  {
    files: ['src-main/*.ts', 'src-main/hosts/*.ts'],
    may: core,
    butNot: ['**/electron/**', '**/browser/**', '#main/hosts/**'],
    message:
      'src-main/hosts holds what the hosts share: it may import src-main/console, src-shared, Node and plain libraries: no Electron, and nothing of one host.',
  },
  {
    files: ['src-main/main.ts', 'src-main/hosts/electron/**'],
    may: ['main', 'shared', 'electron', 'node', 'keychain', 'settings', 'server', 'zod'],
    butNot: ['**/browser/**', '#main/hosts/browser/**'],
    message:
      'The Electron host may import src-main, src-shared, Electron and Node; the service, the data process and the pages run in processes of their own.',
  },
  {
    files: ['src-main/console/**'],
    may: core,
    butNot: ['**/hosts/**', '#main/hosts/**'],
    message:
      'src-main/console is host-neutral: it may import src-main/console, src-shared, Node and plain libraries. Electron and hosts come in through its ports.',
  },
  ...topics.map(topicRule),
  {
    files: ['src-main/hosts/browser/**', 'src-main/hosts/node/**'],
    may: core,
    butNot: ['**/electron/**', '#main/hosts/electron/**'],
    message:
      'The browser host may import src-main/console, src-main/hosts/node, src-shared, Node and plain libraries: no Electron.',
  },
  {
    files: ['src-main/verify/**'],
    may: core,
    butNot: ['**/electron/**', '**/browser/**', '#main/hosts/electron/**', '#main/hosts/browser/**'],
    message:
      'src-main/verify is a program without a window: it may import src-main/console, what the hosts share, src-shared, Node and plain libraries: nothing of one host.',
  },
  {
    files: ['src-preload/**'],
    may: ['preload', 'shared', 'electron'],
    butNot: [
      '#shared/migration-api/**',
      '#shared/console-contract/calls.ts',
      '#shared/console-contract/events.ts',
      '#shared/app-error.ts',
    ],
    message:
      'src-preload may import electron, the channel names of src-shared/console-contract and types. Schemas stay out: the preload must be small.',
  },
  {
    files: ['src-ui/**'],
    may: ['ui', 'react'],
    message:
      'src-ui is the design system: it may import src-ui, React, react-aria-components and icons. It knows no call of the console, no route and nothing of Ferry.',
  },
  {
    files: ['src-dashboard/**'],
    may: ['dashboard', 'ui', 'shared', 'react', 'tanstack'],
    butNot: pageButNot,
    message:
      'src-dashboard may import src-dashboard, src-ui, src-shared and libraries of the page: no Node, no Zod, no other room. It reaches the service by src-dashboard/api only.',
  },
  {
    files: ['src-renderer/**'],
    may: page,
    butNot: pageButNot,
    message:
      'src-renderer may import src-renderer, src-ui, src-shared and libraries of the page: no Node, no Electron, no Zod. It reaches the trusted process by src-renderer/api only.',
  },
  {
    files: ['src-renderer/api/**'],
    may: page,
    butNot: [...pageButNot, ...roots, '**/shell/**', '**/pages/**', '**/components/**', '#ui/**', '**/src-ui/**'],
    message:
      'src-renderer/api may import src-renderer/api, src-shared and libraries of the page: what the page knows of the trusted process shows nothing.',
  },
  {
    files: ['src-renderer/components/**'],
    may: page,
    butNot: [...pageButNot, ...roots, '**/shell/**', '**/pages/**'],
    message:
      'src-renderer/components may import src-renderer/components, src-renderer/api, src-ui, src-shared and libraries of the page: no page, and nothing of the shell.',
  },
  ...[1, 2, 3].map(pagesOfDepth),
  {
    files: ['src-renderer/shell/**'],
    may: page,
    butNot: [...pageButNot, ...roots],
    message:
      'src-renderer/shell may import pages, src-renderer/components, src-renderer/api, src-ui, src-shared and libraries of the page; router.tsx imports the shell.',
  },
];

/** What files of one kind must not import, as patterns of paths or, in slashes, of texts; and what they may. */
interface Refused {
  readonly files: readonly string[];
  readonly patterns: readonly string[];
  readonly message: string;
}

/** The table, turned round: by what is refused. */
export const refusedImports = (): Refused[] =>
  rules.map(({ files, may, butNot = [], message }) => {
    const outside = Object.entries({ ...rooms, ...libraries }).filter(([name]) => !may.some((each) => each === name));
    return { files, patterns: [...outside.flatMap(([, patterns]) => patterns), ...butNot], message };
  });

export const isText = (pattern: string): boolean => pattern.startsWith('/');

/** A pattern as the text of a regular expression, so that one line of the linter's file holds all of a rule. */
const textOf = (pattern: string): string => {
  if (isText(pattern)) return pattern.slice(1, -1);
  const inner = pattern.replace(/^\*\*\//, '').replace(/\/\*\*$/, '/');
  const text = inner.replaceAll('.', String.raw`\.`).replaceAll('*', '[^/]*');
  return `${pattern.startsWith('**/') ? '(^|/)' : '^'}${text}${text.endsWith('/') ? '' : '(/|$)'}`;
};

/** A rule that goes by names would not see where such a path ends. */
const detour = {
  regex: String.raw`(^\./|[^./]/)\.\./`,
  message: 'A path goes up first and then down: write the shortest one.',
};

interface RestrictedImports {
  readonly files: readonly string[];
  readonly rules: {
    readonly 'no-restricted-imports': readonly [
      'error',
      { readonly patterns: readonly { readonly regex: string; readonly message: string }[] },
    ];
  };
}

/** The table as the linter takes it. */
export const importOverrides = (): RestrictedImports[] =>
  refusedImports().map(({ files, patterns, message }) => {
    const refused = { regex: patterns.map(textOf).join('|'), message };
    return { files, rules: { 'no-restricted-imports': ['error', { patterns: [refused, detour] }] } };
  });
