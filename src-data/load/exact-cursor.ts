const quote = 34;
const backslash = 92;
const dash = 45;
/** In the text of a UUID: where its dashes, its version and its variant stand. */
const versionAt = 14;
const variantAt = 19;
const uuidLength = 36;
/** Where the first letter of each of its bytes stands. */
const byteAt = Uint8Array.from([0, 2, 4, 6, 9, 11, 14, 16, 19, 21, 24, 26, 28, 30, 32, 34]);

/** The value of a lower-case hexadecimal letter; 255 for any other. */
const digits = new Uint8Array(256).fill(255);
for (let value = 0; value < 16; value += 1) digits[value.toString(16).charCodeAt(0)] = value;

/** `2026-11-20T14:32:00.000Z`: where its signs stand, and its numbers begin and end. */
const timeLength = 24;
const timeSigns = [
  [4, '-'],
  [7, '-'],
  [10, 'T'],
  [13, ':'],
  [16, ':'],
  [19, '.'],
  [23, 'Z'],
].map(([at, sign]) => [Number(at), String(sign).charCodeAt(0)] as const);
const daysOf = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const daysIn = (year: number, month: number): number =>
  month === 2 && year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : (daysOf[month - 1] ?? 0);

/** Goes through a text from its start; what is not there is not taken, and the place stays. */
export interface Cursor {
  readonly begin: (text: string) => void;
  readonly bytes: () => Uint8Array;
  readonly take: (word: Uint8Array) => boolean;
  /** A UUID of the contract in quotes and lower case, into 16 bytes. */
  readonly takeUuid: (into: Uint8Array, at: number) => boolean;
  /** A time with milliseconds in UTC, as ms since 1970. */
  readonly takeTime: (into: Float64Array, at: number) => boolean;
  /** A text without escapes: where it begins and ends. */
  readonly takeText: (into: Uint32Array, at: number) => boolean;
  /** A whole number from 0, or -1. */
  readonly takeCount: () => number;
  readonly isAtEnd: () => boolean;
}

export function createCursor(): Cursor {
  let bytes = Buffer.alloc(64 * 1024);
  let length = 0;
  let place = 0;

  const numberAt = (at: number, count: number): number => {
    let value = 0;
    for (let next = at; next < at + count; next += 1) {
      const digit = (bytes[next] ?? 0) - 48;
      if (digit < 0 || digit > 9) return Number.NaN;
      value = value * 10 + digit;
    }
    return value;
  };
  /** NaN where it is none that a calendar has. */
  const timeAt = (at: number): number => {
    for (const [offset, sign] of timeSigns) if (bytes[at + offset] !== sign) return Number.NaN;
    const year = numberAt(at, 4);
    const month = numberAt(at + 5, 2);
    const day = numberAt(at + 8, 2);
    const hour = numberAt(at + 11, 2);
    const minute = numberAt(at + 14, 2);
    const second = numberAt(at + 17, 2);
    // Below 1000 the constructor of dates reads a year as one of the last century.
    const isDay = year >= 1000 && month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
    if (!isDay || !(hour < 24 && minute < 60 && second < 60)) return Number.NaN;
    return Date.UTC(year, month - 1, day, hour, minute, second, numberAt(at + 20, 3));
  };

  return {
    begin: (text) => {
      if (text.length * 3 > bytes.length) bytes = Buffer.alloc(text.length * 3);
      length = bytes.write(text, 'utf8');
      place = 0;
    },
    bytes: () => bytes,
    isAtEnd: () => place === length,
    take: (word) => {
      if (place + word.length > length) return false;
      for (let at = 0; at < word.length; at += 1) if (bytes[place + at] !== word[at]) return false;
      place += word.length;
      return true;
    },
    takeUuid: (into, at) => {
      const first = place + 1;
      if (first + uuidLength >= length || bytes[place] !== quote || bytes[first + uuidLength] !== quote) return false;
      if (bytes[first + 8] !== dash || bytes[first + 13] !== dash) return false;
      if (bytes[first + 18] !== dash || bytes[first + 23] !== dash) return false;
      const version = digits[bytes[first + versionAt] ?? 0] ?? 255;
      const variant = digits[bytes[first + variantAt] ?? 0] ?? 255;
      if (version < 1 || version > 8 || variant < 8 || variant > 11) return false;
      for (let byte = 0; byte < 16; byte += 1) {
        const from = first + (byteAt[byte] ?? 0);
        const high = digits[bytes[from] ?? 0] ?? 255;
        const low = digits[bytes[from + 1] ?? 0] ?? 255;
        if ((high | low) > 15) return false;
        into[at + byte] = high * 16 + low;
      }
      place = first + uuidLength + 1;
      return true;
    },
    takeTime: (into, at) => {
      const first = place + 1;
      if (first + timeLength >= length || bytes[place] !== quote || bytes[first + timeLength] !== quote) return false;
      const time = timeAt(first);
      if (Number.isNaN(time)) return false;
      into[at] = time;
      place = first + timeLength + 1;
      return true;
    },
    takeText: (into, at) => {
      if (place >= length || bytes[place] !== quote) return false;
      for (let next = place + 1; next < length; next += 1) {
        const letter = bytes[next] ?? 0;
        if (letter === quote) {
          into[at] = place + 1;
          into[at + 1] = next;
          place = next + 1;
          return true;
        }
        if (letter < 32 || letter === backslash) return false;
      }
      return false;
    },
    takeCount: () => {
      let next = place;
      while (next < length && (bytes[next] ?? 0) >= 48 && (bytes[next] ?? 0) <= 57) next += 1;
      const count = next - place;
      if (count === 0 || count > 15 || (count > 1 && bytes[place] === 48)) return -1;
      const value = numberAt(place, count);
      place = next;
      return value;
    },
  };
}
