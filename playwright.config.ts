import { defineConfig } from '@playwright/test';
import { leftToTheOther } from '#test/e2e/one-host.ts';
import type { ConsoleOptions } from '#test/fixtures/console/console-test.ts';

/** What crosses processes and needs eyes: the SDK in a browser, and the console in both of its hosts. */
export default defineConfig<ConsoleOptions>({
  outputDir: 'test-results/playwright',
  fullyParallel: false,
  workers: 1,
  retries: 0,
  forbidOnly: true,
  // Limits for what hangs: on a busy computer each step of a test may take ten times as long as it does alone.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  // A trace costs a quarter of the processor time of a run: `--trace retain-on-failure` keeps those of failed tests.
  use: { trace: 'off' },
  projects: [
    { name: 'sdk', testDir: 'test/sdk' },
    { name: 'console-browser', testDir: 'test/e2e', testIgnore: leftToTheOther('browser'), use: { host: 'browser' } },
    {
      name: 'console-electron',
      testDir: 'test/e2e',
      testIgnore: leftToTheOther('electron'),
      use: { host: 'electron' },
    },
  ],
});
