import { bootstrapMedian, type MedianInterval } from './bootstrap.ts';

/** Runs one variant once. Resolves with its figure. */
export type Variant = () => Promise<number>;

/** Figures per variant in round order. Figures of the same round are a pair. */
export type Rounds<Name extends string> = Readonly<Record<Name, readonly number[]>>;

export interface RoundsPlan {
  readonly pairs: number;
  /** Warm-up rounds, which run first and are dropped. */
  readonly dropped: number;
  readonly onRound?: (done: number, of: number) => void;
}

/**
 * Runs all variants, round by round. The order rotates, so that none is always first and drifts of the machine affect
 * all equally.
 */
export async function runRounds<Name extends string>(
  variants: Readonly<Record<Name, Variant>>,
  { pairs, dropped, onRound }: RoundsPlan,
): Promise<Rounds<Name>> {
  const names = Object.keys(variants) as Name[];
  const figures = Object.fromEntries(names.map((name) => [name, [] as number[]])) as Record<Name, number[]>;
  for (let round = 0; round < pairs + dropped; round += 1) {
    for (let turn = 0; turn < names.length; turn += 1) {
      const name = names[(round + turn) % names.length] as Name;
      const figure = await variants[name]();
      if (round >= dropped) figures[name].push(figure);
    }
    onRound?.(round + 1, pairs + dropped);
  }
  return figures;
}

/** The median and interval of the paired ratios subject / base. */
export const pairedRatio = (subject: readonly number[], base: readonly number[]): MedianInterval =>
  bootstrapMedian(subject.map((figure, pair) => figure / (base[pair] ?? Number.NaN)));
