import type { WritableDictionary } from './dictionary.ts';
import { foldText } from './fold-text.ts';
import { createGrowingArray } from './growing-array.ts';
import { type Pace, sliceRows } from './pace.ts';
import { sortByKey } from './sort-by-key.ts';

const bytesOf = (length: number) => Buffer.alloc(length);
const numbersOf = (length: number) => new Uint32Array(length);
/** Bytes of one piece of a sort key. */
const pieceBytes = 6;

/** FNV-1a. */
function hashOf(bytes: Uint8Array, length: number): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < length; at += 1) hash = Math.imul(hash ^ (bytes[at] ?? 0), 0x01000193);
  return hash >>> 0;
}

/** Texts by number, in the order in which they came. */
export interface TextPool extends WritableDictionary {
  /** All texts in UTF-8, one after the other; one of them lies from `startOf` to `startOf` of the next number. */
  readonly bytes: () => Uint8Array;
  readonly startOf: (code: number) => number;
}

/**
 * Distinct texts as UTF-8 in one array of bytes: about 14 bytes each besides their letters, where a string of the engine
 * with its place in a Map takes some 90.
 */
export function createTextPool(): TextPool {
  const letters = createGrowingArray(bytesOf, 4_096);
  /** Where each text ends. */
  const ends = createGrowingArray(numbersOf);
  /** Numbers of texts plus 1 by hash, 0 where free; its length is a power of two. */
  let slots = new Uint32Array(1_024);
  let size = 1;
  let scratch = Buffer.alloc(1_024);

  const startOf = (code: number): number => (code === 0 ? 0 : (ends.values[code - 1] ?? 0));
  const bytesAt = (code: number): Uint8Array => letters.values.subarray(startOf(code), ends.values[code] ?? 0);

  const isInScratch = (code: number, length: number): boolean => {
    const start = startOf(code);
    if ((ends.values[code] ?? 0) - start !== length) return false;
    const { values } = letters;
    for (let at = 0; at < length; at += 1) if (values[start + at] !== scratch[at]) return false;
    return true;
  };
  /** The slot of the first bytes in `scratch`: the one that holds them, or the free one where they belong. */
  const slotOfScratch = (length: number): number => {
    const mask = slots.length - 1;
    let slot = hashOf(scratch, length) & mask;
    for (;;) {
      const held = slots[slot] ?? 0;
      if (held === 0 || isInScratch(held - 1, length)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const widen = () => {
    const before = slots;
    slots = new Uint32Array(before.length * 2);
    const mask = slots.length - 1;
    for (const held of before) {
      if (held === 0) continue;
      const bytes = bytesAt(held - 1);
      let slot = hashOf(bytes, bytes.length) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = held;
    }
  };
  const encode = (text: string): number => {
    if (text.length * 3 > scratch.length) scratch = Buffer.alloc(text.length * 3);
    return scratch.write(text, 'utf8');
  };

  const intern = (text: string | null): number => {
    if (text === null || text === '') return 0;
    const length = encode(text);
    const slot = slotOfScratch(length);
    const held = slots[slot] ?? 0;
    if (held !== 0) return held - 1;
    const code = size;
    const start = startOf(code);
    letters.reserve(start + length);
    const { values } = letters;
    for (let at = 0; at < length; at += 1) values[start + at] = scratch[at] ?? 0;
    ends.reserve(code + 1);
    ends.values[code] = start + length;
    slots[slot] = code + 1;
    size += 1;
    if (size > slots.length * 0.7) widen();
    return code;
  };
  const textAt = (code: number): string | null =>
    code === 0 || code >= size ? null : letters.values.toString('utf8', startOf(code), ends.values[code]);

  /** Folds the texts of a slice into one array of bytes, each ended by a NUL. */
  const foldSlice = (from: number, to: number) => {
    const starts = new Uint32Array(to - from + 1);
    const parts: string[] = [];
    let at = 0;
    for (let code = from; code < to; code += 1) {
      const folded = foldText(textAt(code) ?? '');
      starts[code - from] = at;
      parts.push(folded);
      at += Buffer.byteLength(folded) + 1;
    }
    starts[to - from] = at;
    return { starts, bytes: Buffer.from(`${parts.join('\0')}\0`) };
  };

  const matches = async (needle: string, pace: Pace): Promise<Uint8Array> => {
    const until = size;
    const found = new Uint8Array(until);
    for (let from = 1; from < until; from += sliceRows) {
      const { starts, bytes } = foldSlice(from, Math.min(from + sliceRows, until));
      let text = 0;
      for (let hit = bytes.indexOf(needle); hit !== -1; hit = bytes.indexOf(needle, starts[text + 1])) {
        while ((starts[text + 1] ?? 0) <= hit) text += 1;
        found[from + text] = 1;
      }
      await pace();
    }
    return found;
  };

  const ranks = async (pace: Pace): Promise<Uint32Array> => {
    const until = size;
    const starts = new Uint32Array(until + 1);
    const parts: Buffer[] = [];
    let total = 0;
    let longest = 0;
    for (let from = 1; from < until; from += sliceRows) {
      const slice = foldSlice(from, Math.min(from + sliceRows, until));
      for (let at = 0; at < slice.starts.length; at += 1) starts[from + at] = total + (slice.starts[at] ?? 0);
      for (let at = 1; at < slice.starts.length; at += 1)
        longest = Math.max(longest, (slice.starts[at] ?? 0) - (slice.starts[at - 1] ?? 0) - 1);
      total += slice.bytes.length;
      parts.push(slice.bytes);
      await pace();
    }
    const folded = Buffer.concat(parts);
    const keyAt = (code: number, depth: number): number => {
      const start = (starts[code] ?? 0) + depth * pieceBytes;
      const end = (starts[code + 1] ?? 0) - 1;
      let key = 0;
      for (let at = start; at < start + pieceBytes; at += 1) key = key * 256 + (at < end ? (folded[at] ?? 0) : 0);
      return key;
    };
    const order = Uint32Array.from({ length: Math.max(until - 1, 0) }, (_, at) => at + 1);
    await sortByKey(order, { keyAt, depth: Math.ceil(longest / pieceBytes) }, pace);
    const places = placesOf(order, until, (a, b) =>
      folded.subarray(starts[a], starts[a + 1]).equals(folded.subarray(starts[b], starts[b + 1])),
    );
    places[0] = until;
    return places;
  };

  return {
    size: () => size,
    intern,
    bytes: () => letters.values,
    startOf,
    textAt,
    find: (text) => (text === '' ? 0 : (slots[slotOfScratch(encode(text))] ?? 0) - 1),
    matches,
    ranks,
  };
}

/** The place of each number in an order; equal ones share theirs. */
export function placesOf(order: Uint32Array, size: number, equal: (a: number, b: number) => boolean): Uint32Array {
  const places = new Uint32Array(size);
  let place = 0;
  order.forEach((code, at) => {
    if (at > 0 && !equal(order[at - 1] ?? 0, code)) place = at;
    places[code] = place;
  });
  return places;
}
