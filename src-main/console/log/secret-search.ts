import { secretForms } from './secret-forms.ts';

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

export interface SecretSearch {
  /** Replaces each secret, or its first 32 or more characters, in any form and ignoring ASCII case. */
  readonly replace: (text: string, placeholder: string) => string;
}

/**
 * Wu-Manber search in one pass, whose duration doesn't depend on the number of secrets. The shortest form limits how far
 * the search can skip.
 * @param secrets each has at least `minSecretLength` characters
 */
export function createSecretSearch(secrets: Iterable<string>): SecretSearch {
  const needles = [...new Set(Array.from(secrets, secretForms).flat())];
  if (needles.length === 0) return { replace: (text) => text };
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
    replace: (text, placeholder) => {
      let clean = '';
      let copiedTo = 0;
      for (let at = last; at <= text.length - blockLength;) {
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
          if (longest > 0) {
            clean += text.slice(copiedTo, start) + placeholder;
            copiedTo = start + longest;
          }
          // Continues after the match, so that the time for repetitive input stays linear.
          at += Math.max(longest, 1);
        }
      }
      return copiedTo === 0 ? text : clean + text.slice(copiedTo);
    },
  };
}
