export interface NamedTest {
  /** Path relative to the project, with the line if known. Empty for an error outside the tests. */
  readonly place: string;
  readonly title: string;
  /** The first error of a failed or flaky test, or the reason of a skipped test. */
  readonly text: string;
}

/** The outcome of a suite. A step without tests, such as the type check, counts as one test. */
export interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly NamedTest[];
  /** Tests that failed and then passed when they were retried. */
  readonly flaky: readonly NamedTest[];
  readonly skips: readonly NamedTest[];
}

/** Writes one line of a suite's output. */
export type Say = (line: string) => void;

/** Part of a run: a step, or the tests of one Vitest or Playwright project. */
export interface Suite {
  readonly name: string;
  /** Set if the suite runs only half of its project. */
  readonly half?: 1 | 2 | undefined;
  readonly run: (say: Say) => Promise<SuiteResult>;
}

const noTests: SuiteResult = { passed: 0, failures: [], flaky: [], skips: [] };

export const passedSuite: SuiteResult = { ...noTests, passed: 1 };

/** Returns the result of a failed step, with the last lines of its output. */
export const failedSuite = (lines: readonly string[]): SuiteResult => ({
  ...noTests,
  failures: [{ place: '', title: 'this step', text: lines.join('\n') }],
});

export const skippedSuite = (title: string, reason: string): SuiteResult => ({
  ...noTests,
  skips: [{ place: '', title, text: reason }],
});

export const sumOf = (results: readonly SuiteResult[]): SuiteResult => ({
  passed: results.reduce((sum, { passed }) => sum + passed, 0),
  failures: results.flatMap(({ failures }) => failures),
  flaky: results.flatMap(({ flaky }) => flaky),
  skips: results.flatMap(({ skips }) => skips),
});
