import { type Pace, sliceRows } from './pace.ts';

/** Keys have 48 bits: three digits of 16, the last one first. */
const digitCount = 3;
const digitValues = 65_536;
/** Below this many, sorting by comparison is quicker than by digits. */
const few = 2_000;

/** What is sorted: numbers of things whose keys are compared piece by piece. */
interface KeyedOrder {
  /** Piece `depth` of the key of one thing: a whole number from 0 to 2^48 - 1. */
  readonly keyAt: (thing: number, depth: number) => number;
  /** How many pieces the longest key has. */
  readonly depth: number;
}

/** One pass by one digit of 16 bits; stable. False where all have the same one, and nothing was moved. */
function passByDigit(from: Uint32Array, to: Uint32Array, digits: Uint16Array): boolean {
  const starts = new Uint32Array(digitValues + 1);
  for (const digit of digits) starts[digit + 1] = (starts[digit + 1] ?? 0) + 1;
  if (starts[(digits[0] ?? 0) + 1] === digits.length) return false;
  for (let at = 1; at < starts.length; at += 1) starts[at] = (starts[at] ?? 0) + (starts[at - 1] ?? 0);
  for (const place of from) {
    const digit = digits[place] ?? 0;
    const next = starts[digit] ?? 0;
    to[next] = place;
    starts[digit] = next + 1;
  }
  return true;
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
  const digits = Array.from({ length: digitCount }, () => new Uint16Array(things.length));
  const [low, middle, high] = digits as [Uint16Array, Uint16Array, Uint16Array];
  let places = new Uint32Array(things.length);
  for (let at = 0; at < things.length; at += 1) {
    const key = order.keyAt(things[at] ?? 0, depth);
    const upper = Math.floor(key / digitValues);
    low[at] = key % digitValues;
    middle[at] = upper;
    high[at] = upper / digitValues;
    places[at] = at;
    if (at % sliceRows === 0) await pace();
  }
  let spare = new Uint32Array(places.length);
  for (const digit of digits) {
    if (passByDigit(places, spare, digit)) [places, spare] = [spare, places];
    await pace();
  }
  const before = things.slice();
  for (let at = 0; at < places.length; at += 1) things[at] = before[places[at] ?? 0] ?? 0;
  if (depth + 1 >= order.depth) return;
  const isSame = (a: number, b: number): boolean => low[a] === low[b] && middle[a] === middle[b] && high[a] === high[b];
  // What has the same piece is told apart by the next one.
  let start = 0;
  for (let at = 1; at <= places.length; at += 1) {
    if (at < places.length && isSame(places[at] ?? 0, places[start] ?? 0)) continue;
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
