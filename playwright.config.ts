import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { ConsoleOptions } from '#test/fixtures/console/console-test.ts';

/** Specs that only `npm run test:all` runs. */
const extendedTestPattern = '**/*.all.*spec.ts';
/** Specs that run in only one host of the console. */
const [inBrowser, inElectron] = ['**/*.browser.spec.ts', '**/*.electron.spec.ts'];
// Caches compiled code, so that each started program loads in half the CPU time.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache', 'compile');
const isSoak = process.env['FERRY_SOAK'] === '1';

/** `build/check/suites.ts` states which command runs which project. */
export default defineConfig<ConsoleOptions>({
  outputDir: 'test-results/playwright',
  fullyParallel: false,
  workers: 1,
  // A test that fails once and then passes is reported as flaky.
  retries: isSoak ? 0 : 1,
  forbidOnly: true,
  // Limits for hanging tests only. On a busy device, a step can take ten times as long.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  // Traces take a quarter of a run's CPU time. `--trace retain-on-failure` keeps the traces of failed tests.
  use: { trace: 'off' },
  projects: [
    { name: 'sdk', testDir: 'test/sdk', testIgnore: extendedTestPattern },
    { name: 'sdk-all', testDir: 'test/sdk', testMatch: extendedTestPattern },
    {
      name: 'browser',
      testDir: 'test/e2e',
      testIgnore: [inElectron, extendedTestPattern],
      use: { host: 'browser' },
    },
    {
      name: 'browser-all',
      testDir: 'test/e2e',
      testMatch: extendedTestPattern,
      testIgnore: inElectron,
      use: { host: 'browser' },
    },
    { name: 'electron-smoke', testDir: 'test/e2e', testMatch: '**/migrations.spec.ts', use: { host: 'electron' } },
    { name: 'electron', testDir: 'test/e2e', testIgnore: inBrowser, use: { host: 'electron' } },
  ],
});
