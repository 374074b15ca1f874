import type { QueryClient } from '@tanstack/react-query';
import {
  createHashHistory,
  createRootRouteWithContext,
  createRoute,
  createRouter,
  lazyRouteComponent,
  redirect,
  type SearchMiddleware,
  type SearchSchemaInput,
  stripSearchParams,
} from '@tanstack/react-router';
import { alertLimits } from '#shared/alert-limits.ts';
import type { Store } from '#ui/state/store.ts';
import { isUuid } from '#ui/values/ids.tsx';
import type { ConsoleApi } from './api/console-api.ts';
import { listOptions } from './api/listings.ts';
import { linkToOpen } from './components/console-requests.ts';
import {
  type CompaniesSearch,
  defaultCompaniesSearch,
  parseCompaniesSearch,
} from './pages/companies/companies-search.ts';
import {
  defaultLinkTokensSearch,
  type LinkTokensSearch,
  parseLinkTokensSearch,
} from './pages/link-tokens/link-tokens-search.ts';
import {
  defaultMigrationsSearch,
  type MigrationsSearch,
  parseMigrationsSearch,
} from './pages/migrations/migrations-search.ts';
import {
  defaultRequestsSearch,
  parseRequestsSearch,
  type RequestsSearch,
} from './pages/requests/list/requests-search.ts';
import { parseSandboxSearch, type SandboxSearch } from './pages/sandbox/sandbox-search.ts';
import { parseSettingsSearch, type SettingsSearch } from './pages/settings/settings-search.ts';
import {
  defaultWebhooksSearch,
  parseWebhooksSearch,
  type WebhooksSearch,
} from './pages/webhooks/service/webhooks-search.ts';
import { PageFailed, PageNotFound } from './shell/page-failed.tsx';
import { Shell } from './shell/shell.tsx';

interface RouterContext {
  readonly client: QueryClient;
  /** Whether the host responds. Only the browser host can become unreachable. */
  readonly reach: Store<boolean>;
  readonly api: ConsoleApi;
}

/** Removes defaults from the URL. Copies the defaults on each call, because the default page size can change. */
const stripDefaults =
  <Search extends object>(defaults: Search): SearchMiddleware<Search> =>
  (step) =>
    stripSearchParams<Search>({ ...defaults } as never)(step);

const rootRoute = createRootRouteWithContext<RouterContext>()({
  component: Shell,
  notFoundComponent: PageNotFound,
});

const indexRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  beforeLoad: () => {
    throw redirect({ to: '/migrations', replace: true });
  },
});

// A link may need confirmation, so its dialog opens over a page.
const linkRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link',
  validateSearch: ({ to }: { readonly to?: unknown } & SearchSchemaInput): { readonly to: string } => ({
    to: typeof to === 'string' ? to : '',
  }),
  beforeLoad: ({ search: { to } }) => {
    linkToOpen.set(to);
    throw redirect({ to: '/', replace: true });
  },
});

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/overview',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

// The loaders start the first read while the page's code loads. Pages wait for the query, not for the loader.
const migrationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/migrations',
  validateSearch: (raw: Partial<MigrationsSearch> & SearchSchemaInput) => parseMigrationsSearch(raw),
  search: { middlewares: [stripDefaults(defaultMigrationsSearch)] },
  loaderDeps: ({ search: { page, size } }) => ({ page, size }),
  loader: ({ context: { client, api }, deps }) => void client.prefetchQuery(listOptions(api, 'migrations', deps)),
  component: lazyRouteComponent(() => import('./pages/migrations/migrations-page.tsx'), 'MigrationsPage'),
});

const idsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/migrations/ids',
  validateSearch: ({ open }: { readonly open?: unknown } & SearchSchemaInput): { readonly open?: string } =>
    typeof open === 'string' && isUuid(open) ? { open } : {},
  component: lazyRouteComponent(() => import('./pages/migrations/ids/ids-page.tsx'), 'IdsPage'),
});

const companiesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies',
  validateSearch: (raw: Partial<CompaniesSearch> & SearchSchemaInput) => parseCompaniesSearch(raw),
  search: { middlewares: [stripDefaults(defaultCompaniesSearch)] },
  loaderDeps: ({ search: { page, size } }) => ({ page, size }),
  loader: ({ context: { client, api }, deps }) => void client.prefetchQuery(listOptions(api, 'companies', deps)),
  component: lazyRouteComponent(() => import('./pages/companies/companies-page.tsx'), 'CompaniesPage'),
});

const alertsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/alerts',
  validateSearch: ({ ruleFor }: { readonly ruleFor?: unknown } & SearchSchemaInput): { readonly ruleFor?: string } =>
    typeof ruleFor === 'string' && ruleFor !== '' && ruleFor.length <= alertLimits.id ? { ruleFor } : {},
  component: lazyRouteComponent(() => import('./pages/alerts/alerts-page.tsx'), 'AlertsPage'),
});

const companyRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/companies/$id',
  component: lazyRouteComponent(() => import('./pages/companies/company/company-page.tsx'), 'CompanyPage'),
});

const linkTokensRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/link-tokens',
  validateSearch: (raw: Partial<LinkTokensSearch> & SearchSchemaInput) => parseLinkTokensSearch({ ...raw }),
  search: { middlewares: [stripSearchParams(defaultLinkTokensSearch)] },
  component: lazyRouteComponent(() => import('./pages/link-tokens/link-tokens-page.tsx'), 'LinkTokensPage'),
});

const modalLabRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/modal-lab',
  loader: async () => void (await import('./pages/modal-lab/modal-lab-page.tsx')),
  // The shell renders this page and keeps it mounted during navigation.
  component: () => null,
});

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  validateSearch: (raw: Partial<WebhooksSearch> & SearchSchemaInput) => parseWebhooksSearch({ ...raw }),
  search: { middlewares: [stripSearchParams(defaultWebhooksSearch)] },
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const requestsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/requests',
  validateSearch: (raw: Partial<RequestsSearch> & SearchSchemaInput) => parseRequestsSearch(raw),
  search: { middlewares: [stripSearchParams(defaultRequestsSearch)] },
  component: lazyRouteComponent(() => import('./pages/requests/requests-page.tsx'), 'RequestsPage'),
});

const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandbox',
  validateSearch: (raw: SandboxSearch & SearchSchemaInput) => parseSandboxSearch({ ...raw }),
  component: lazyRouteComponent(() => import('./pages/sandbox/sandbox-page.tsx'), 'SandboxPage'),
});

const welcomeRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/welcome',
  validateSearch: ({ start }: { readonly start?: unknown } & SearchSchemaInput): { readonly start?: 'connect' } =>
    start === 'connect' ? { start } : {},
  component: lazyRouteComponent(() => import('./pages/welcome/welcome-page.tsx'), 'WelcomePage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: (raw: Partial<SettingsSearch> & SearchSchemaInput) => parseSettingsSearch({ ...raw }),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const helpRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/help',
  validateSearch: ({ part }: { readonly part?: unknown } & SearchSchemaInput): { readonly part?: string } =>
    typeof part === 'string' && /^[a-z0-9-]{1,80}$/.test(part) ? { part } : {},
  component: lazyRouteComponent(() => import('./pages/help/help-page.tsx'), 'HelpPage'),
});

const routeTree = rootRoute.addChildren([
  indexRoute,
  linkRoute,
  overviewRoute,
  migrationsRoute,
  idsRoute,
  companiesRoute,
  companyRoute,
  alertsRoute,
  linkTokensRoute,
  modalLabRoute,
  webhooksRoute,
  requestsRoute,
  sandboxRoute,
  settingsRoute,
  helpRoute,
  welcomeRoute,
]);

/** Creates the router. Routes are in the URL's fragment, so that neither host needs a server-side fallback. */
export const createConsoleRouter = (context: RouterContext) =>
  createRouter({
    routeTree,
    context,
    history: createHashHistory(),
    defaultErrorComponent: PageFailed,
    defaultPreload: 'intent',
    // React Query decides whether data is fresh.
    defaultPreloadStaleTime: 0,
    scrollRestoration: false,
  });

declare module '@tanstack/react-router' {
  interface Register {
    router: ReturnType<typeof createConsoleRouter>;
  }
}
