import { bootstrapMedian, type MedianInterval } from './bootstrap.ts';

/** One thing that is measured: a run of it, resolved with its figure. */
type Variant = () => Promise<number>;

/** Figures per variant, in the order of the rounds; round n of one is the pair of round n of another. */
type Rounds<Name extends string> = Readonly<Record<Name, readonly number[]>>;

interface RoundsPlan {
  /** Rounds that count. */
  readonly pairs: number;
  /** Rounds before them that warm everything up and are dropped. */
  readonly dropped: number;
  readonly onRound?: (done: number, of: number) => void;
}

/**
 * Runs all variants in turn, round by round. The order rotates, so that none is always first and drifts of the
 * machine hit all alike.
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

/** The median of the paired ratios subject / base, with its interval. */
export const pairedRatio = (subject: readonly number[], base: readonly number[]): MedianInterval =>
  bootstrapMedian(subject.map((figure, pair) => figure / (base[pair] ?? Number.NaN)));
