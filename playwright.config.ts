import path from 'node:path';
import { defineConfig } from '@playwright/test';
import type { ConsoleOptions } from '#test/fixtures/console/console-test.ts';

/** Specs in files of this name run in `npm run test:all` only. */
const extendedTestPattern = '**/*.all.*spec.ts';
/** Specs in files of these names run in one host of the console only. */
const [inBrowser, inElectron] = ['**/*.browser.spec.ts', '**/*.electron.spec.ts'];
// Halves the processor time in which each started program loads its code.
process.env['NODE_COMPILE_CACHE'] ??= path.join(import.meta.dirname, '.cache', 'compile');
const isSoak = process.env['FERRY_SOAK'] === '1';

/** The modal and the dashboard in a browser, and the console in both of its hosts; build/check/suites.ts says which command runs which project. */
export default defineConfig<ConsoleOptions>({
  outputDir: 'test-results/playwright',
  fullyParallel: false,
  workers: 1,
  // A test that fails once and then passes is reported as flaky.
  retries: isSoak ? 0 : 1,
  forbidOnly: true,
  // These limits only end a test that hangs: on a busy computer a step can take ten times as long as on a quiet one.
  timeout: 300_000,
  expect: { timeout: 60_000 },
  reporter: [['list']],
  // A trace costs a quarter of the processor time of a run: `--trace retain-on-failure` keeps those of failed tests.
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
