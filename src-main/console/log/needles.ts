/** Finds any of some texts in another, in either case of ASCII letters, in one pass whose cost does not grow with their number. */
export interface Needles {
  /** Calls back with each place where one of them stands, as a whole or with its first 32 characters and more. */
  readonly findIn: (text: string, onFound: (start: number, end: number) => void) => void;
}

const block = 3;
/** So many characters are enough, for what ends in the middle of a text is found too. */
const enough = 32;
const slots = 1 << 15;

const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
const slotAt = (text: string, at: number): number =>
  ((fold(text.charCodeAt(at)) << 10) ^ (fold(text.charCodeAt(at + 1)) << 5) ^ fold(text.charCodeAt(at + 2))) &
  (slots - 1);

/** How many characters of a needle stand here, from its first one on. */
function lengthAt(text: string, at: number, needle: string): number {
  const end = Math.min(needle.length, text.length - at);
  let length = 0;
  while (length < end && fold(text.charCodeAt(at + length)) === fold(needle.charCodeAt(length))) length += 1;
  return length;
}

/**
 * The algorithm of Wu and Manber: blocks of three characters tell how far the search may skip.
 * @param needles each of at least three characters; the shortest one decides how far a step can be
 */
export function createNeedles(needles: readonly string[]): Needles {
  if (needles.length === 0) return { findIn: () => undefined };
  const shortest = Math.min(...needles.map(({ length }) => length));
  const last = shortest - block;
  const shifts = new Uint8Array(slots).fill(Math.min(last + 1, 255));
  /** What may end its first `shortest` characters with a block of this slot. */
  const ending = new Map<number, string[]>();
  for (const needle of needles) {
    for (let at = 0; at <= last; at += 1) {
      const slot = slotAt(needle, at);
      shifts[slot] = Math.min(shifts[slot] ?? 0, last - at);
    }
    const slot = slotAt(needle, last);
    ending.set(slot, [...(ending.get(slot) ?? []), needle]);
  }
  return {
    findIn: (text, onFound) => {
      const end = text.length - block;
      for (let at = last; at <= end;) {
        const slot = slotAt(text, at);
        const shift = shifts[slot] ?? 0;
        if (shift > 0) at += shift;
        else {
          const start = at - last;
          let longest = 0;
          for (const needle of ending.get(slot) ?? []) {
            const length = lengthAt(text, start, needle);
            if (length >= Math.min(needle.length, enough)) longest = Math.max(longest, length);
          }
          if (longest > 0) onFound(start, start + longest);
          // Past what was found: a text that repeats itself costs no more than another.
          at += Math.max(longest, 1);
        }
      }
    },
  };
}
