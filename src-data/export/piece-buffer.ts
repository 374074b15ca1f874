/** Bytes of a file that are put together before they are written. */
export interface PieceBuffer {
  readonly length: () => number;
  /** What was put in; the buffer is empty then, and its bytes hold until it was taken once more. */
  readonly take: () => Uint8Array;
  readonly putBytes: (bytes: Uint8Array, from: number, to: number) => void;
  readonly putText: (text: string) => void;
  /** The 36 letters of a UUID in 16 bytes. */
  readonly putUuid: (packed: Uint8Array, from: number) => void;
  /** ISO 8601 with milliseconds in UTC, of the years 0 to 9999. */
  readonly putTime: (at: number) => void;
}

const dash = 45;
const digitsOf = Buffer.from('0123456789abcdef');
/** The two letters of each byte. */
const pairs = Buffer.concat(Array.from({ length: 256 }, (_, byte) => Buffer.from(byte.toString(16).padStart(2, '0'))));
const dashBefore = new Set([4, 6, 8, 10]);
const uuidLength = 36;
const dayMs = 24 * 60 * 60_000;
const dayLength = '2026-11-20T'.length;

/** Two buffers in turn: one is filled while the other is written. */
export function createPieceBuffer(bytes: number): PieceBuffer {
  let filled = Buffer.alloc(bytes);
  let spare = Buffer.alloc(bytes);
  let length = 0;
  let day = Number.NaN;
  let dayText = '';

  const need = (more: number) => {
    if (length + more <= filled.length) return;
    const longer = Buffer.alloc(Math.max(length + more, filled.length * 2));
    filled.copy(longer, 0, 0, length);
    filled = longer;
  };
  const putNumber = (value: number, digits: number) => {
    let left = value;
    for (let place = length + digits - 1; place >= length; place -= 1) {
      filled[place] = digitsOf[left % 10] ?? 0;
      left = Math.floor(left / 10);
    }
    length += digits;
  };
  const putSign = (sign: string) => {
    filled[length] = sign.charCodeAt(0);
    length += 1;
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
    putText,
    putBytes: (from, start, end) => {
      need(end - start);
      for (let at = start; at < end; at += 1, length += 1) filled[length] = from[at] ?? 0;
    },
    putUuid: (packed, from) => {
      need(uuidLength);
      for (let byte = 0; byte < 16; byte += 1) {
        if (dashBefore.has(byte)) {
          filled[length] = dash;
          length += 1;
        }
        const pair = 2 * (packed[from + byte] ?? 0);
        filled[length] = pairs[pair] ?? 0;
        filled[length + 1] = pairs[pair + 1] ?? 0;
        length += 2;
      }
    },
    putTime: (at) => {
      const asked = Math.floor(at / dayMs);
      if (asked !== day) {
        day = asked;
        dayText = new Date(at).toISOString().slice(0, dayLength);
      }
      need(24);
      filled.write(dayText, length, 'latin1');
      length += dayLength;
      const within = at - asked * dayMs;
      putNumber(Math.floor(within / 3_600_000), 2);
      putSign(':');
      putNumber(Math.floor(within / 60_000) % 60, 2);
      putSign(':');
      putNumber(Math.floor(within / 1_000) % 60, 2);
      putSign('.');
      putNumber(within % 1_000, 3);
      putSign('Z');
    },
  };
}
