/** Bytes of a file that are put together before they are written. */
export interface PieceBuffer {
  readonly length: () => number;
  /** What was put in; the buffer is empty then, and its bytes hold until it was taken once more. */
  readonly take: () => Uint8Array;
  /** Takes back what was put in after this length. */
  readonly cutTo: (length: number) => void;
  readonly putBytes: (bytes: Uint8Array, from: number, to: number) => void;
  /** The same, but nothing and false where one of the bytes is not marked in `plain`. */
  readonly putPlain: (bytes: Uint8Array, from: number, to: number, plain: Uint8Array) => boolean;
  readonly putText: (text: string) => void;
  /** The 36 letters of a UUID in 16 bytes. */
  readonly putUuid: (packed: Uint8Array, from: number) => void;
  /** ISO 8601 with milliseconds in UTC, of the years 0 to 9999. */
  readonly putTime: (at: number) => void;
}

const dash = 45;
const colon = 58;
const point = 46;
const zero = 48;
const zulu = 90;
/** The two letters of each byte. */
const pairs = Buffer.concat(Array.from({ length: 256 }, (_, byte) => Buffer.from(byte.toString(16).padStart(2, '0'))));
/** The two digits of each number below 100. */
const twoDigits = Buffer.concat(Array.from({ length: 100 }, (_, value) => Buffer.from(String(value).padStart(2, '0'))));
const uuidLength = 36;
const dayMs = 24 * 60 * 60_000;
const dayLength = '2026-11-20T'.length;
const timeLength = '2026-11-20T14:32:00.000Z'.length;

const writeTwo = (to: Uint8Array, place: number, value: number): void => {
  to[place] = twoDigits[2 * value] ?? 0;
  to[place + 1] = twoDigits[2 * value + 1] ?? 0;
};
/** "14:32:00.000Z". */
const writeClock = (to: Uint8Array, place: number, withinDay: number): void => {
  const seconds = Math.floor(withinDay / 1_000);
  const ms = withinDay - seconds * 1_000;
  const minutes = Math.floor(seconds / 60);
  writeTwo(to, place, Math.floor(minutes / 60));
  to[place + 2] = colon;
  writeTwo(to, place + 3, minutes % 60);
  to[place + 5] = colon;
  writeTwo(to, place + 6, seconds % 60);
  to[place + 8] = point;
  to[place + 9] = zero + Math.floor(ms / 100);
  writeTwo(to, place + 10, ms % 100);
  to[place + 12] = zulu;
};

/** Two buffers in turn: one is filled while the other is written. */
export function createPieceBuffer(bytes: number): PieceBuffer {
  let filled = Buffer.alloc(bytes);
  let spare = Buffer.alloc(bytes);
  let length = 0;
  let day = Number.NaN;
  const dayText = Buffer.alloc(dayLength);

  const need = (more: number) => {
    if (length + more <= filled.length) return;
    const longer = Buffer.alloc(Math.max(length + more, filled.length * 2));
    filled.copy(longer, 0, 0, length);
    filled = longer;
  };
  const putText = (text: string) => {
    need(text.length * 3);
    length += filled.write(text, length, 'utf8');
  };
  return {
    length: () => length,
    take: () => {
      const piece = filled.subarray(0, length);
      [filled, spare] = [spare, filled];
      length = 0;
      return piece;
    },
    cutTo: (before) => {
      length = before;
    },
    putText,
    // Every put writes through names of its own: those of the buffer are looked up anew at each byte.
    putBytes: (from, start, end) => {
      need(end - start);
      const to = filled;
      let place = length;
      for (let at = start; at < end; at += 1, place += 1) to[place] = from[at] ?? 0;
      length = place;
    },
    putPlain: (from, start, end, plain) => {
      need(end - start);
      const to = filled;
      let place = length;
      for (let at = start; at < end; at += 1, place += 1) {
        const letter = from[at] ?? 0;
        if (plain[letter] !== 1) return false;
        to[place] = letter;
      }
      length = place;
      return true;
    },
    putUuid: (packed, from) => {
      need(uuidLength);
      const to = filled;
      let place = length;
      for (let byte = 0; byte < 16; byte += 1, place += 2) {
        if (byte === 4 || byte === 6 || byte === 8 || byte === 10) {
          to[place] = dash;
          place += 1;
        }
        const pair = 2 * (packed[from + byte] ?? 0);
        to[place] = pairs[pair] ?? 0;
        to[place + 1] = pairs[pair + 1] ?? 0;
      }
      length = place;
    },
    putTime: (at) => {
      const dayOfTime = Math.floor(at / dayMs);
      if (dayOfTime !== day) {
        day = dayOfTime;
        dayText.write(new Date(at).toISOString(), 'latin1');
      }
      need(timeLength);
      const to = filled;
      for (let letter = 0; letter < dayLength; letter += 1) to[length + letter] = dayText[letter] ?? 0;
      writeClock(to, length + dayLength, at - dayOfTime * dayMs);
      length += timeLength;
    },
  };
}
