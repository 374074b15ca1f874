import type { BenchmarkRow } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, type Rounds, type RoundsPlan, runRounds, type Variant } from './paired-ratio.ts';

/** The parts of a comparison's result row that are known before it is measured. */
interface Comparison {
  readonly name: string;
  readonly goal?: number;
  /** What the table calls the medians of subject and base. */
  readonly sides: readonly [subject: string, base: string];
  readonly format: (median: number) => string;
}

type Side = 'subject' | 'base' | 'control';

/** Returns a formatter that divides a value by `size`: `inUnit('s', 2, 1000)` shows milliseconds as seconds. */
export const inUnit =
  (unit: string, digits = 0, size = 1) =>
  (value: number): string =>
    `${(value / size).toFixed(digits)} ${unit}`;

/** Returns the row of measured rounds: the ratio, the control, and the medians of both sides. */
export const rowOfRounds = (
  { sides: [subjectName, baseName], format, ...row }: Comparison,
  { subject, base, control }: Rounds<Side>,
): BenchmarkRow & Required<Pick<BenchmarkRow, 'control'>> => ({
  ...row,
  ratio: pairedRatio(subject, base),
  control: pairedRatio(control, base),
  figures: { [subjectName]: format(medianOf(subject)), [baseName]: format(medianOf(base)) },
});

/** Runs subject, base and control in turn, and returns their row. */
export const compare = async (
  comparison: Comparison,
  variants: Readonly<Record<Side, Variant>>,
  plan: RoundsPlan,
): Promise<BenchmarkRow> => rowOfRounds(comparison, await runRounds(variants, plan));
