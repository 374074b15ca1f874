import { type Pace, sliceRows } from './pace.ts';

/** Keys have 48 bits: three digits of 16. */
const digits = [1, 2 ** 16, 2 ** 32] as const;
/** Below this many, sorting by comparison is quicker than by digits. */
const few = 2_000;

/** What is sorted: numbers of things whose keys are compared piece by piece. */
interface KeyedOrder {
  /** Piece `depth` of the key of one thing: a whole number from 0 to 2^48 - 1. */
  readonly keyAt: (thing: number, depth: number) => number;
  /** How many pieces the longest key has. */
  readonly depth: number;
}

/** One pass by one digit of 16 bits; stable. */
function passByDigit(from: Uint32Array, to: Uint32Array, keys: Float64Array, digit: number): void {
  const starts = new Uint32Array(65_537);
  for (const place of from) {
    const at = (Math.floor((keys[place] ?? 0) / digit) & 0xffff) + 1;
    starts[at] = (starts[at] ?? 0) + 1;
  }
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  for (const place of from) {
    const at = Math.floor((keys[place] ?? 0) / digit) & 0xffff;
    const next = starts[at] ?? 0;
    to[next] = place;
    starts[at] = next + 1;
  }
}

const compareBy =
  ({ keyAt, depth }: KeyedOrder, from: number) =>
  (a: number, b: number): number => {
    for (let piece = from; piece < depth; piece += 1) {
      const difference = keyAt(a, piece) - keyAt(b, piece);
      if (difference !== 0) return difference;
    }
    return 0;
  };

async function sortRun(things: Uint32Array, order: KeyedOrder, depth: number, pace: Pace): Promise<void> {
  if (things.length < few) {
    things.sort(compareBy(order, depth));
    return;
  }
  const keys = new Float64Array(things.length);
  for (let at = 0; at < things.length; at += 1) {
    keys[at] = order.keyAt(things[at] ?? 0, depth);
    if (at % sliceRows === 0) await pace();
  }
  let places = Uint32Array.from(keys, (_, at) => at);
  let spare = new Uint32Array(places.length);
  for (const digit of digits) {
    passByDigit(places, spare, keys, digit);
    [places, spare] = [spare, places];
    await pace();
  }
  const before = things.slice();
  for (let at = 0; at < places.length; at += 1) things[at] = before[places[at] ?? 0] ?? 0;
  if (depth + 1 >= order.depth) return;
  // What has the same piece is told apart by the next one.
  let start = 0;
  for (let at = 1; at <= places.length; at += 1) {
    if (at < places.length && keys[places[at] ?? 0] === keys[places[start] ?? 0]) continue;
    if (at - start > 1) await sortRun(things.subarray(start, at), order, depth + 1, pace);
    start = at;
    if (at % sliceRows === 0) await pace();
  }
}

/**
 * Sorts in place, ascending and stable, without blocking for long: by digits where there are many, for sorting a
 * million texts by comparison takes over a second at a stretch.
 */
export const sortByKey = (things: Uint32Array, order: KeyedOrder, pace: Pace): Promise<void> =>
  sortRun(things, order, 0, pace);
