import type { MedianInterval } from './bootstrap.ts';

export interface BenchmarkRun {
  /** Number of measured pairs, without the warm-up rounds, which are dropped. */
  readonly pairs: number;
  readonly dropped: number;
  readonly say: (line: string) => void;
  /** The command of an installed console to measure in place of the built one. */
  readonly installed?: string | undefined;
}

/** One line of the table: a ratio with a goal, or figures without one. */
export interface BenchmarkRow {
  readonly name: string;
  /** The upper limit of the ratio; absent if the row only reports figures. */
  readonly goal?: number;
  readonly ratio?: MedianInterval;
  /** The base compared with itself in the same rounds. Its interval should include 1. */
  readonly control?: MedianInterval;
  /** Absolute figures of this machine: medians of subject and base, rates, sizes. */
  readonly figures: Readonly<Record<string, string>>;
  readonly skipReason?: string;
}

/** `id` is the name of a performance goal, such as P3, or the benchmark's own name. */
export interface Benchmark {
  readonly id: string;
  readonly title: string;
  /** True if the benchmark can also measure an installed console. For an installed console, all others are left out. */
  readonly needsInstalled?: boolean;
  readonly run: (run: BenchmarkRun) => Promise<readonly BenchmarkRow[]>;
}

/** Says whether the median meets the goal, and whether the interval includes the goal. */
export function verdictOf({ goal, ratio, skipReason }: BenchmarkRow): string {
  if (skipReason !== undefined) return `not run: ${skipReason}`;
  if (goal === undefined || !ratio) return 'reported';
  const verdict = ratio.median <= goal ? 'met' : 'missed';
  return ratio.low <= goal && ratio.high > goal ? `${verdict}, within noise` : verdict;
}
