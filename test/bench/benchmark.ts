import type { MedianInterval } from './bootstrap.ts';

/** What a benchmark gets from the program that runs it. */
export interface BenchmarkRun {
  /** Pairs that count, and rounds before them that are dropped. */
  readonly pairs: number;
  readonly dropped: number;
  /** One line for the person who waits. */
  readonly say: (line: string) => void;
  /** Command of an installed console that is measured in the place of the built one. */
  readonly installed?: string | undefined;
}

/** One line of the table. Either a ratio against a goal, or figures that are only reported. */
export interface BenchmarkRow {
  readonly name: string;
  /** The ratio must not be above it; absent where the row is only reported. */
  readonly goal?: number;
  readonly ratio?: MedianInterval;
  /** The base measured against itself in the same rounds: its interval should hold 1. */
  readonly control?: MedianInterval;
  /** Absolute figures of this machine, for people: medians of subject and base, rates, sizes. */
  readonly figures: Readonly<Record<string, string>>;
  /** Why it was not run. */
  readonly notRun?: string;
}

/** One benchmark: an id of the performance goals or a name, and how it is measured. */
export interface Benchmark {
  readonly id: string;
  readonly title: string;
  /** Whether it measures an installed console too. */
  readonly takesInstalled?: boolean;
  readonly run: (run: BenchmarkRun) => Promise<readonly BenchmarkRow[]>;
}

/** How a row stands: by the median, with a word where the interval reaches over the goal. */
export function verdictOf({ goal, ratio, notRun }: BenchmarkRow): string {
  if (notRun !== undefined) return `not run: ${notRun}`;
  if (goal === undefined || !ratio) return 'reported';
  const verdict = ratio.median <= goal ? 'met' : 'missed';
  return ratio.low <= goal && ratio.high > goal ? `${verdict}, within noise` : verdict;
}
