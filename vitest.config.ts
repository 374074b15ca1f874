import { defineConfig } from 'vitest/config';

/** The long hunts run the same tests with their full counts. */
const patience = process.env['FERRY_SOAK'] === '1' ? 60 : 1;

const node = {
  environment: 'node' as const,
  testTimeout: 20_000 * patience,
  hookTimeout: 60_000,
  setupFiles: ['test/fixtures/samples.ts'],
  // Vitest's own second is short on a busy machine.
  expect: { poll: { timeout: 15_000, interval: 20 } },
};

/** Tests of what only PostgreSQL can do. */
const ofPostgres = ['src-service/store/postgres/*.test.ts', 'test/service/{instances,database-gone}.test.ts'];

/** The tests of the store and of the service once more, on a PostgreSQL; only on Linux do tests install what they need. */
const postgres = {
  test: {
    ...node,
    name: 'postgres',
    include: [
      ...ofPostgres,
      'src-service/{control,faults,routes,store}/*.test.ts',
      'src-service/http/{credentials,rate-limit,transport}.test.ts',
      'src-service/*.test.ts',
      'test/service/{key-ends,link-token-race,control-door,engine-model,generated-requests}.test.ts',
    ],
    env: { FERRY_TEST_STORE: 'postgres' },
    globalSetup: ['src-service/testing/postgres-setup.ts'],
    testTimeout: 60_000 * patience,
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
          ...node,
          name: 'service',
          include: ['test/service/**/*.test.ts'],
          exclude: ofPostgres,
          testTimeout: 60_000 * patience,
        },
      },
      { test: { ...node, name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'security', include: ['test/security/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'launch', include: ['test/launch/**/*.test.ts'], testTimeout: 180_000 * patience } },
    ],
  },
});
