import { defineConfig } from 'vitest/config';

/** The long hunts run the same tests with their full counts. */
const patience = process.env['FERRY_SOAK'] === '1' ? 60 : 1;

const node = {
  environment: 'node' as const,
  // Limits for what hangs: on a busy computer each step of a test may take ten times as long as it does alone.
  testTimeout: 60_000 * patience,
  hookTimeout: 180_000,
  setupFiles: ['test/fixtures/values/samples.ts'],
  expect: { poll: { timeout: 60_000, interval: 20 } },
};

/** Tests that start a program as it ships. */
const onBuilt = { ...node, globalSetup: ['test/fixtures/system/built-programs.ts'], testTimeout: 240_000 * patience };

/** Tests of what only PostgreSQL can do. */
const ofPostgres = [
  'src-service/store/postgres/*.test.ts',
  'test/service/{instances,killed-instances,database-gone,database-silent,database-failover,pooler,rolling-upgrade,behind-examples,wrong-places}.test.ts',
];

/** The tests of the store and of the service once more, on a PostgreSQL; only on Linux do tests install what they need. */
const postgres = {
  test: {
    ...onBuilt,
    name: 'postgres',
    include: [
      ...ofPostgres,
      'src-service/{control,dashboard,faults,operations,reports,routes,store}/*.test.ts',
      'src-service/webhooks/event-feed.test.ts',
      'src-service/http/{credentials,rate-limit,scopes,transport}.test.ts',
      'src-service/*.test.ts',
      'test/service/{admins-command,audit-command,backup,dav-killed,operations,no-customer-data,key-ends,link-token-race,control-door,engine-model,generated-requests,webhook-deliveries,webhook-tries}.test.ts',
    ],
    env: { FERRY_TEST_STORE: 'postgres' },
    globalSetup: [...onBuilt.globalSetup, 'src-service/testing/postgres-setup.ts'],
  },
};

/** One project per kind of test; `npm run unit` runs what stands beside the code. */
export default defineConfig({
  test: {
    projects: [
      {
        test: {
          ...node,
          name: 'unit',
          // A process for each file took half of the time. These tests leave nothing behind, in whatever order.
          isolate: false,
          include: [
            'src-*/**/*.test.ts',
            'build/**/*.test.ts',
            'test/electron-runtime/*.test.ts',
            'test/bench/**/*.test.ts',
            'test/screens/*.test.ts',
          ],
          exclude: ofPostgres,
        },
      },
      ...(process.platform === 'linux' ? [postgres] : []),
      {
        test: {
          ...onBuilt,
          name: 'service',
          include: ['test/service/**/*.test.ts'],
          exclude: ofPostgres,
        },
      },
      { test: { ...onBuilt, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      { test: { ...onBuilt, name: 'security', include: ['test/security/**/*.test.ts'] } },
      { test: { ...onBuilt, name: 'faults', include: ['test/faults/**/*.test.ts'] } },
      { test: { ...node, name: 'launch', include: ['test/launch/**/*.test.ts'], testTimeout: 300_000 * patience } },
    ],
  },
});
