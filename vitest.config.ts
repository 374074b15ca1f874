import path from 'node:path';
import { defineConfig } from 'vitest/config';
import { allTags } from './build/docs/tagged-rows.ts';
import { ensureModalPage } from './build/launch/ensure-build.ts';
import { userGuide } from './build/vite/user-guide.ts';

// Caches compiled code, so that each started program loads in half the CPU time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache', 'compile');
await ensureModalPage();
const isSoak = process.env['FERRY_SOAK'] === '1';
/** `npm run soak` runs the same tests with up to 100 times the samples. */
const soakFactor = isSoak ? 60 : 1;

const node = {
  environment: 'node' as const,
  // Limits for hanging tests only. On a busy device, a step can take ten times as long.
  testTimeout: 60_000 * soakFactor,
  hookTimeout: 180_000,
  setupFiles: ['test/fixtures/values/samples.ts'],
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** Tests that start programs. A test that fails once and then passes is reported as flaky. */
const acrossProcesses = { ...node, retry: isSoak ? 0 : 1 };
/** Node loads the modules itself, in a quarter less processor time. It can't read JSX or other languages, as Vite can. */
const withoutVite = { experimental: { viteModuleRunner: false, nodeLoader: false } };
const onBuilt = {
  ...acrossProcesses,
  globalSetup: ['test/fixtures/system/built-programs.ts'],
  testTimeout: 240_000 * soakFactor,
};
const launch = { ...acrossProcesses, ...withoutVite, testTimeout: 300_000 * soakFactor };

/** Tests that only `npm run test:all` runs. */
const extendedTestPattern = '**/*.all.test.ts';

/** A separate suite, because it takes longer than all other provider tests together. */
const conformanceKit = 'test/providers/conformance.all.test.ts';

/** Tests that need PostgreSQL. */
const needsPostgres = [
  'src-service/store/postgres/*.test.ts',
  'test/service/{instances,killed-instances,database-lost,database-silent,database-failover,pooler,rolling-upgrade,behind-examples,wrong-places}.test.ts',
];
/** Store tests that run with both SQLite and PostgreSQL. */
const storeContract = ['src-service/{erasure,limits,store}/*.test.ts', 'src-service/store/postgres/*.test.ts'];

const onPostgres = {
  ...onBuilt,
  ...withoutVite,
  env: { FERRY_TEST_STORE: 'postgres' },
  globalSetup: [...onBuilt.globalSetup, 'src-service/testing/postgres-setup.ts'],
};

/** Tests install PostgreSQL on Linux only. */
const postgresProjects = [
  { test: { ...onPostgres, name: 'postgres', include: storeContract } },
  {
    test: {
      ...onPostgres,
      name: 'postgres-all',
      include: [
        ...needsPostgres,
        'src-service/{control,copy,dashboard,faults,operations,reports,routes}/*.test.ts',
        'src-service/webhooks/event-feed.test.ts',
        'src-service/http/{credentials,rate-limit,transport}.test.ts',
        'src-service/*.test.ts',
        'test/service/{admins-command,audit-command,users-command,upgrade-commands,restore-check,dav-copy,dav-killed,receipt,hostile-servers,operations,no-customer-data,key-ends,link-token-race,control-access,engine-model,generated-requests,webhook-deliveries,webhook-tries}.test.ts',
      ],
      exclude: storeContract,
    },
  },
];

/** `build/check/suites.ts` states which command runs which project. */
export default defineConfig({
  test: {
    tags: allTags(import.meta.dirname).map((name) => ({ name })),
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // Unit tests share processes, which halves their time. So they must not change global state.
          isolate: false,
          include: [
            'src-*/**/*.test.ts',
            'build/**/*.test.ts',
            'test/{electron-runtime,rebuild}/*.test.ts',
            'test/bench/**/*.test.ts',
          ],
          exclude: [...needsPostgres, extendedTestPattern],
        },
      },
      {
        test: {
          ...onBuilt,
          ...withoutVite,
          name: 'service',
          include: ['test/{service,simulation}/**/*.test.ts'],
          exclude: [...needsPostgres, extendedTestPattern],
        },
      },
      {
        plugins: [userGuide(import.meta.dirname)],
        test: {
          ...onBuilt,
          name: 'pages',
          // All files share one page and its console, because importing the pages takes longer than most tests.
          isolate: false,
          include: ['test/pages/*.test.ts'],
          environment: 'jsdom',
          setupFiles: [...onBuilt.setupFiles, 'test/pages/browser-gaps.ts'],
        },
      },
      {
        test: { ...onBuilt, name: 'contract', include: ['test/contract/**/*.test.ts'], exclude: [extendedTestPattern] },
      },
      {
        test: { ...onBuilt, name: 'security', include: ['test/security/**/*.test.ts'], exclude: [extendedTestPattern] },
      },
      { test: { ...launch, name: 'launch', include: ['test/launch/**/*.test.ts'], exclude: [extendedTestPattern] } },
      {
        test: {
          ...onBuilt,
          ...withoutVite,
          name: 'providers',
          include: ['test/providers/*.test.ts'],
          exclude: [extendedTestPattern],
        },
      },
      { test: { ...onBuilt, ...withoutVite, name: 'providers-all', include: [conformanceKit] } },
      {
        test: {
          ...onBuilt,
          ...withoutVite,
          name: 'servers-all',
          include: ['test/providers/*.all.test.ts'],
          exclude: [conformanceKit],
        },
      },
      { test: { ...onBuilt, ...withoutVite, name: 'faults', include: ['test/faults/**/*.test.ts'] } },
      {
        test: {
          ...onBuilt,
          name: 'long',
          include: ['{build,src-*}/**/*.all.test.ts', 'test/{contract,security,service}/**/*.all.test.ts'],
        },
      },
      { test: { ...launch, name: 'packed', include: ['test/launch/**/*.all.test.ts'] } },
      ...(process.platform === 'linux' ? postgresProjects : []),
    ],
  },
});
