import { keepRanks, rememberFirst, type WritableDictionary } from './dictionary.ts';
import { fewestAtEnd, hasTerm, type SearchTerm } from '#shared/search-text/search-terms.ts';
import { createGrowingArray } from './growing-array.ts';
import { type Pace, sliceRows } from './pace.ts';
import { sortByKey } from './sort-by-key.ts';
import { placesOf } from './text-pool.ts';

const idBytes = 16;
const textLength = 36;
const idNibbles = 32;
const dash = 45;
/** Where the first of the two letters of each byte stands in the text of an id. */
const lettersAt = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]);

/** The value of a lower-case hexadecimal letter; 255 for any other: an id in capitals is kept as it was sent. */
const digits = new Uint8Array(65_536).fill(255);
for (let value = 0; value < 16; value += 1) digits[value.toString(16).charCodeAt(0)] = value;

/** Ids by number, in the order in which they came. */
export interface IdPool extends WritableDictionary {
  /** All UUIDs, 16 bytes each; what stands at the place of any other id means nothing. */
  readonly packed: () => Uint8Array;
  readonly isUuid: (code: number) => boolean;
  /** The ids that are not UUIDs, as they were sent. */
  readonly oddTexts: () => Iterable<string>;
  /** Makes room for so many. */
  readonly reserve: (count: number) => void;
}

/**
 * Distinct ids, a UUID in 16 bytes; any other text is kept as it is.
 * @param withNone whether 0 stands for "none", as in every dictionary; a column of ids has no such entry
 */
export function createIdPool(withNone: boolean): IdPool {
  const bytes = createGrowingArray((length) => Buffer.alloc(length), 1_024 * idBytes);
  /** Ids that are no UUIDs, by number and back. */
  const oddTexts = new Map<number, string>();
  const oddCodes = new Map<string, number>();
  let slots = new Uint32Array(2_048);
  let size = 0;
  const scratch = new Uint8Array(idBytes);

  /** Reads a UUID into `scratch`; false for any other text. */
  const pack = (text: string): boolean => {
    if (text.length !== textLength) return false;
    if (text.charCodeAt(8) !== dash || text.charCodeAt(13) !== dash) return false;
    if (text.charCodeAt(18) !== dash || text.charCodeAt(23) !== dash) return false;
    for (let byte = 0; byte < idBytes; byte += 1) {
      const at = lettersAt[byte] ?? 0;
      const high = digits[text.charCodeAt(at)] ?? 255;
      const low = digits[text.charCodeAt(at + 1)] ?? 255;
      if ((high | low) > 15) return false;
      scratch[byte] = high * 16 + low;
    }
    return true;
  };
  const hashAt = (from: Uint8Array, start: number): number => {
    let hash = 0x811c9dc5;
    for (let at = start; at < start + idBytes; at += 1) hash = Math.imul(hash ^ (from[at] ?? 0), 0x01000193);
    return (hash ^ (hash >>> 15)) >>> 0;
  };
  const isInScratch = (code: number): boolean => {
    const start = code * idBytes;
    const { values } = bytes;
    for (let at = 0; at < idBytes; at += 1) if (values[start + at] !== scratch[at]) return false;
    return oddTexts.size === 0 || !oddTexts.has(code);
  };
  /** The slot of the UUID in `scratch`: the one that holds it, or the free one where it belongs. */
  const slotOfScratch = (): number => {
    const mask = slots.length - 1;
    let slot = hashAt(scratch, 0) & mask;
    for (;;) {
      const held = slots[slot] ?? 0;
      if (held === 0 || isInScratch(held - 1)) return slot;
      slot = (slot + 1) & mask;
    }
  };
  const widen = (length: number) => {
    const before = slots;
    slots = new Uint32Array(length);
    const mask = slots.length - 1;
    for (const held of before) {
      if (held === 0) continue;
      let slot = hashAt(bytes.values, (held - 1) * idBytes) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = held;
    }
  };

  const find = (text: string): number => (pack(text) ? (slots[slotOfScratch()] ?? 0) - 1 : (oddCodes.get(text) ?? -1));
  const add = (): number => {
    const code = size;
    size += 1;
    bytes.reserve(size * idBytes);
    return code;
  };
  const internScratch = (): number => {
    const slot = slotOfScratch();
    const held = slots[slot] ?? 0;
    if (held !== 0) return held - 1;
    const code = add();
    const { values } = bytes;
    const start = code * idBytes;
    for (let at = 0; at < idBytes; at += 1) values[start + at] = scratch[at] ?? 0;
    slots[slot] = code + 1;
    if (size > slots.length * 0.75) widen(slots.length * 2);
    return code;
  };
  const internAny = (id: string): number => {
    if (pack(id)) return internScratch();
    const held = oddCodes.get(id);
    if (held !== undefined) return held;
    const code = add();
    oddTexts.set(code, id);
    oddCodes.set(id, code);
    return code;
  };
  // Rows share what a column holds; an id of a row comes once.
  const internText = withNone ? rememberFirst(internAny) : internAny;
  const intern = (text: string | null): number => internText(text ?? '');
  const textAt = (code: number): string | null => {
    if (code < 0 || code >= size) return null;
    const odd = oddTexts.get(code);
    if (odd !== undefined) return odd === '' ? null : odd;
    const start = code * idBytes;
    const hex = bytes.values.toString('hex', start, start + idBytes);
    return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20)}`;
  };

  const matches = async (term: SearchTerm, pace: Pace): Promise<Uint8Array> => {
    const until = size;
    const found = new Uint8Array(until);
    for (const [code, text] of oddTexts) if (code < until && hasTerm(text, term)) found[code] = 1;
    if (term.id === null) return found;
    const head = nibblesOf(term.id.head);
    const tail = nibblesOf(term.id.tail);
    const endsWithHead = tail.length === 0 && term.id.head.length >= fewestAtEnd && head.length <= idNibbles;
    const values = bytes.values;
    const has = (code: number, nibbles: Uint8Array, first: number): boolean => {
      for (let at = 0; at < nibbles.length; at += 1) {
        const place = first + at;
        const byte = values[code * idBytes + (place >> 1)] ?? 0;
        if (((place & 1) === 0 ? byte >> 4 : byte & 15) !== nibbles[at]) return false;
      }
      return true;
    };
    for (let code = withNone ? 1 : 0; code < until; code += 1) {
      if (code % sliceRows === 0) await pace();
      const begins = has(code, head, 0) && has(code, tail, idNibbles - tail.length);
      if (!begins && !(endsWithHead && has(code, head, idNibbles - head.length))) continue;
      if (!oddTexts.has(code)) found[code] = 1;
    }
    return found;
  };

  const ranks = async (pace: Pace): Promise<Uint32Array> => {
    const until = size;
    const values = bytes.values;
    const first = withNone ? 1 : 0;
    const keyAt = (code: number, depth: number): number => {
      const start = code * idBytes + depth * 6;
      let key = 0;
      for (let at = start; at < start + 6; at += 1)
        key = key * 256 + (at < (code + 1) * idBytes ? (values[at] ?? 0) : 0);
      return key;
    };
    const order = Uint32Array.from({ length: Math.max(until - first, 0) }, (_, at) => at + first);
    await sortByKey(order, { keyAt, depth: 3 }, pace);
    const places = await placesOf(order, until, { equal: () => false, pace });
    if (withNone) places[0] = until;
    return places;
  };

  if (withNone) intern('');
  return {
    size: () => size,
    intern,
    packed: () => bytes.values,
    oddTexts: () => oddTexts.values(),
    isUuid: (code) => !(withNone && code === 0) && !oddTexts.has(code),
    textAt,
    find,
    matches,
    ranks: keepRanks(() => size, ranks),
    reserve: (count) => {
      bytes.reserve(count * idBytes);
      let length = slots.length;
      while (count > length * 0.75) length *= 2;
      if (length > slots.length) widen(length);
    },
  };
}

/** The digits of a part of an id. */
const nibblesOf = (text: string): Uint8Array =>
  Uint8Array.from(text.replaceAll('-', ''), (digit) => digits[digit.charCodeAt(0)] ?? 0);
