import type { SuiteCount } from './suite.ts';

interface VitestReport {
  readonly numPassedTests: number;
  readonly numFailedTests: number;
  readonly numPendingTests: number;
  readonly numTodoTests: number;
  readonly testResults: readonly { readonly status: string; readonly assertionResults: readonly unknown[] }[];
}

interface PlaywrightReport {
  readonly stats: Readonly<Record<'expected' | 'unexpected' | 'flaky' | 'skipped', number>>;
  readonly errors: readonly unknown[];
}

/** Counts of Vitest's JSON report. A file that could not be loaded has no tests in it, and counts as one that failed. */
export function countVitest(report: VitestReport): SuiteCount {
  const unloaded = report.testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  };
}

/** Counts of Playwright's JSON report. A test that passed in a second try only has failed; so has a broken file. */
export function countPlaywright({ stats, errors }: PlaywrightReport): SuiteCount {
  return { passed: stats.expected, failed: stats.unexpected + stats.flaky + errors.length, skipped: stats.skipped };
}

/**
 * The count of a suite by its report and its program's exit code. One that says nothing, ran nothing, or ended badly
 * for a reason outside its tests has failed; the reason comes with it.
 */
export function judge(count: SuiteCount | null, exitCode: number): SuiteCount & { readonly reason?: string } {
  const base = count ?? { passed: 0, failed: 0, skipped: 0 };
  const failOnce = (reason: string) => ({ ...base, failed: base.failed + 1, reason });
  if (!count) return failOnce('it ended without a report');
  if (base.passed + base.failed === 0) return failOnce('it ran no test');
  if (exitCode !== 0 && base.failed === 0) return failOnce(`its program ended with code ${exitCode}`);
  return base;
}
