import type { DesktopSession } from '#build/check/desktop-session.ts';
import type { FlakyTest } from '#build/check/flaky-tests.ts';
import { playwrightRun, vitestRun } from '#build/check/suites.ts';
import { type ReportedRun, runReported } from '#build/check/reported-suite.ts';
import { type Suite, type SuiteResult, sumOf } from '#build/check/suite.ts';

/** A test is repeated for at most this long. */
const maxMinutes = 30;

const escaped = (text: string): string => text.replace(/[$()*+.?[\\\]^{|}]/g, '.');

/** The command that runs one test of a suite, without retries. */
const runOf = ({ suite, place, title }: FlakyTest, { wrap }: DesktopSession): ReportedRun =>
  /\.spec\.ts(?::\d+)?$/.test(place)
    ? playwrightRun([place, '--project', suite, '--retries=0'], wrap)
    : vitestRun(
        // The pattern matches the full name, in which `>` joins the titles of groups and tests.
        [
          place.replace(/:\d+$/, ''),
          '--project',
          suite,
          '--retry=0',
          '-t',
          `^${title.split(' › ').map(escaped).join(' > ')}$`,
        ],
        suite === 'launch' || suite === 'packed' ? undefined : wrap,
      );

/** Repeats a flaky test until it fails or has passed `times` times. */
export const repeatFlaky = (test: FlakyTest, times: number, session: DesktopSession): Suite => ({
  name: `${test.suite} › ${test.title}`,
  run: async (say) => {
    const end = performance.now() + maxMinutes * 60_000;
    const results: SuiteResult[] = [];
    for (let run = 1; run <= times && performance.now() < end; run += 1) {
      const result = await runReported(runOf(test, session), say);
      // Vitest reports the file's other tests as skipped.
      results.push({ ...result, skips: [] });
      say(`Run ${run} of ${times}: ${result.failures.length > 0 ? 'failed' : 'passed'}`);
      if (result.failures.length > 0) break;
    }
    return sumOf(results);
  },
});
