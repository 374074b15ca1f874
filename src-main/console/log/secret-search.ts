import { secretForms } from './secret-forms.ts';

/** Finds any of several strings, ignoring ASCII case, in one pass whose duration doesn't depend on their number. */
interface Needles {
  /** Calls `onFound`, from left to right, for each range that equals a needle or its first 32 or more characters. */
  readonly findIn: (text: string, onFound: (start: number, end: number) => void) => void;
}

const blockLength = 3;
/** A needle cut off after at least this many characters is still found. */
const minMatch = 32;
const slotCount = 1 << 15;

const fold = (code: number): number => (code >= 65 && code <= 90 ? code + 32 : code);
const slotAt = (text: string, at: number): number =>
  ((fold(text.charCodeAt(at)) << 10) ^ (fold(text.charCodeAt(at + 1)) << 5) ^ fold(text.charCodeAt(at + 2))) &
  (slotCount - 1);

function lengthAt(text: string, at: number, needle: string): number {
  const end = Math.min(needle.length, text.length - at);
  let length = 0;
  while (length < end && fold(text.charCodeAt(at + length)) === fold(needle.charCodeAt(length))) length += 1;
  return length;
}

/** Wu-Manber search for needles of at least three characters. The shortest limits how far the search can skip. */
function createNeedles(needles: readonly string[]): Needles {
  if (needles.length === 0) return { findIn: () => undefined };
  const minNeedleLength = Math.min(...needles.map(({ length }) => length));
  const last = minNeedleLength - blockLength;
  const shifts = new Uint8Array(slotCount).fill(Math.min(last + 1, 255));
  /** Needles whose first `minNeedleLength` characters end with a block of this slot. */
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
      const end = text.length - blockLength;
      for (let at = last; at <= end;) {
        const slot = slotAt(text, at);
        const shift = shifts[slot] ?? 0;
        if (shift > 0) at += shift;
        else {
          const start = at - last;
          let longest = 0;
          for (const needle of ending.get(slot) ?? []) {
            const length = lengthAt(text, start, needle);
            if (length >= Math.min(needle.length, minMatch)) longest = Math.max(longest, length);
          }
          if (longest > 0) onFound(start, start + longest);
          // Continues after the match, so that the time for repetitive input stays linear.
          at += Math.max(longest, 1);
        }
      }
    },
  };
}

export interface SecretSearch {
  readonly replace: (text: string, placeholder: string) => string;
}

/** @param secrets each has at least `minSecretLength` characters */
export function createSecretSearch(secrets: Iterable<string>): SecretSearch {
  const needles = createNeedles([...new Set(Array.from(secrets, secretForms).flat())]);
  return {
    replace: (text, placeholder) => {
      let clean = '';
      let copiedTo = 0;
      needles.findIn(text, (start, end) => {
        clean += text.slice(copiedTo, start) + placeholder;
        copiedTo = end;
      });
      return copiedTo === 0 ? text : clean + text.slice(copiedTo);
    },
  };
}
