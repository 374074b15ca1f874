import { keepRanks, rememberFirst, type WritableDictionary } from './dictionary.ts';
import { foldText } from '#shared/search-text/fold-text.ts';
import { hasTerm, type SearchTerm } from '#shared/search-text/search-terms.ts';
import { createGrowingArray } from './growing-array.ts';
import { type Pace, sliceRows } from './pace.ts';
import { sortByKey } from './sort-by-key.ts';

/** Letters of a UUID. */
const idLength = 36;
/** The slice of a search that a text is in; 0 is no text. */
const sliceOf = (code: number): number => Math.floor((code - 1) / sliceRows);
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
  /** All texts in UTF-8, one after the other. */
  readonly bytes: () => Uint8Array;
  /** Where each text ends, and so the next one begins; the first is at 0, which is the end of "none". */
  readonly ends: () => Uint32Array;
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
  /** Slices with a text that is not ASCII, by the place of the slice. */
  const beyondAscii = new Set<number>();
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

  const intern = rememberFirst((text) => {
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
    if (length !== text.length) beyondAscii.add(sliceOf(code));
    if (size > slots.length * 0.7) widen();
    return code;
  });
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

  /** The texts of a slice to search in: ASCII is folded by its case alone, and as it lies, with nothing between the texts. */
  const searchedSlice = (from: number, to: number) => {
    if (beyondAscii.has(sliceOf(from))) {
      const { starts, bytes } = foldSlice(from, to);
      return { letters: bytes, startAt: (code: number): number => starts[code - from] ?? 0, gap: 1 };
    }
    const base = startOf(from);
    const lying = letters.values.toString('latin1', base, startOf(to)).toLowerCase();
    return { letters: lying, startAt: (code: number): number => startOf(code) - base, gap: 0 };
  };

  const matches = async (term: SearchTerm, pace: Pace): Promise<Uint8Array> => {
    const until = size;
    const found = new Uint8Array(until);
    const needleLength = Buffer.byteLength(term.text);
    for (let from = 1; from < until; from += sliceRows) {
      const slice = searchedSlice(from, Math.min(from + sliceRows, until));
      let code = from;
      for (let next = 0; ;) {
        const hit = slice.letters.indexOf(term.text, next);
        if (hit === -1) break;
        while (slice.startAt(code + 1) <= hit) code += 1;
        const end = slice.startAt(code + 1) - slice.gap;
        if (hit + needleLength > end) {
          // Its beginning is the end of one text, and its end the beginning of the next one.
          next = hit + 1;
          continue;
        }
        const length = end - slice.startAt(code);
        // A text as long as an id may be one, of which only the ends count.
        found[code] = length !== idLength || hasTerm(textAt(code) ?? '', term) ? 1 : 0;
        next = slice.startAt(code + 1);
      }
      if (term.id !== null && term.id.head !== term.text) findIds(found, from, Math.min(from + sliceRows, until), term);
      await pace();
    }
    return found;
  };

  /** Ids among the texts, where the word is written in another way than the ids are. */
  const findIds = (found: Uint8Array, from: number, to: number, term: SearchTerm): void => {
    for (let code = from; code < to; code += 1) {
      if (bytesAt(code).length === idLength && hasTerm(textAt(code) ?? '', term)) found[code] = 1;
    }
  };

  const ranks = async (pace: Pace): Promise<Uint32Array> => {
    const until = size;
    const starts = new Uint32Array(until);
    const stops = new Uint32Array(until);
    const parts: Buffer[] = [];
    let total = 0;
    let longest = 0;
    for (let from = 1; from < until; from += sliceRows) {
      const to = Math.min(from + sliceRows, until);
      const { letters: folded, startAt, gap } = searchedSlice(from, to);
      const bytes = typeof folded === 'string' ? Buffer.from(folded, 'latin1') : folded;
      for (let code = from; code < to; code += 1) {
        const start = startAt(code);
        const stop = startAt(code + 1) - gap;
        starts[code] = total + start;
        stops[code] = total + stop;
        longest = Math.max(longest, stop - start);
      }
      total += bytes.length;
      parts.push(bytes);
      await pace();
    }
    const folded = Buffer.concat(parts);
    const keyAt = (code: number, depth: number): number => {
      const start = (starts[code] ?? 0) + depth * pieceBytes;
      const end = stops[code] ?? 0;
      let key = 0;
      for (let at = start; at < start + pieceBytes; at += 1) key = key * 256 + (at < end ? (folded[at] ?? 0) : 0);
      return key;
    };
    const order = Uint32Array.from({ length: Math.max(until - 1, 0) }, (_, at) => at + 1);
    await sortByKey(order, { keyAt, depth: Math.ceil(longest / pieceBytes) }, pace);
    const equal = (a: number, b: number): boolean => {
      const length = (stops[a] ?? 0) - (starts[a] ?? 0);
      if (length !== (stops[b] ?? 0) - (starts[b] ?? 0)) return false;
      // From the end: neighbours in the order begin alike.
      for (let at = 1; at <= length; at += 1)
        if (folded[(stops[a] ?? 0) - at] !== folded[(stops[b] ?? 0) - at]) return false;
      return true;
    };
    const places = await placesOf(order, until, { equal, pace });
    places[0] = until;
    return places;
  };

  return {
    size: () => size,
    intern: (text) => (text === null || text === '' ? 0 : intern(text)),
    bytes: () => letters.values,
    ends: () => ends.values,
    textAt,
    find: (text) => (text === '' ? 0 : (slots[slotOfScratch(encode(text))] ?? 0) - 1),
    matches,
    ranks: keepRanks(() => size, ranks),
  };
}

interface PlacesOptions {
  readonly equal: (a: number, b: number) => boolean;
  readonly pace: Pace;
}

/** The place of each number in an order; equal ones share theirs. */
export async function placesOf(order: Uint32Array, size: number, { equal, pace }: PlacesOptions): Promise<Uint32Array> {
  const places = new Uint32Array(size);
  let place = 0;
  for (let at = 0; at < order.length; at += 1) {
    const code = order[at] ?? 0;
    if (at > 0 && !equal(order[at - 1] ?? 0, code)) place = at;
    places[code] = place;
    if (at % sliceRows === 0) await pace();
  }
  return places;
}
