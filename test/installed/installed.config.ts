import { defineConfig } from '@playwright/test';

/**
 * Runs in the copy of the file system that `run-installed.ts` makes. The tests run in order, and each continues from
 * the state of the previous one.
 */
export default defineConfig({
  testDir: '.',
  outputDir: '../../test-results/installed/playwright',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 20_000 },
  reporter: [['list']],
});
