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
        },
      },
      { test: { ...node, name: 'service', include: ['test/service/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'contract', include: ['test/contract/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'security', include: ['test/security/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'faults', include: ['test/faults/**/*.test.ts'], testTimeout: 60_000 * patience } },
      { test: { ...node, name: 'launch', include: ['test/launch/**/*.test.ts'], testTimeout: 180_000 * patience } },
    ],
  },
});
