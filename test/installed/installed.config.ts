import { defineConfig } from '@playwright/test';

/** Runs in the view that `run-installed.ts` enters, one test after the other: each goes on where the one before ended. */
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
