/** Tests, or steps that count as one, by their end. */
export interface SuiteCount {
  readonly passed: number;
  readonly failed: number;
  readonly skipped: number;
}

/** Writes one line of a suite's output. */
export type Say = (line: string) => void;

/** One part of a check: what it is called, and how it runs. */
export interface Suite {
  readonly name: string;
  /** Minutes that it should take on two cores; a longer one is pointed out. */
  readonly budget?: number;
  readonly run: (say: Say) => Promise<SuiteCount>;
}

export const onePassed: SuiteCount = { passed: 1, failed: 0, skipped: 0 };
export const oneFailed: SuiteCount = { passed: 0, failed: 1, skipped: 0 };
