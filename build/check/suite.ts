/** A failed or skipped test by where it stands, with the first lines of its error or the reason of its skip. */
export interface NamedTest {
  /** Its place below the project's folder, with the line where that is known. Empty where it is of no file. */
  readonly place: string;
  readonly title: string;
  readonly text: string;
}

/** How the tests of a suite ended. A step is a suite of one test. */
export interface SuiteResult {
  readonly passed: number;
  readonly failures: readonly NamedTest[];
  readonly skips: readonly NamedTest[];
}

/** Writes one line of a suite's output. */
export type Say = (line: string) => void;

/** One part of a check: what it is called, and how it runs. */
export interface Suite {
  readonly name: string;
  /** Minutes that it should take on two cores; a longer one is pointed out. */
  readonly budget?: number;
  readonly run: (say: Say) => Promise<SuiteResult>;
}

/** The result of a step that succeeded. */
export const onePassed: SuiteResult = { passed: 1, failures: [], skips: [] };

/** The result of a step that failed, with the lines that say why. */
export const oneFailed = (lines: readonly string[]): SuiteResult => ({
  passed: 0,
  failures: [{ place: '', title: 'this step', text: lines.join('\n') }],
  skips: [],
});
