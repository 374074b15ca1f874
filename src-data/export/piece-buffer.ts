/** Bytes of a file that are put together before they are written. */
export interface PieceBuffer {
  /** What is filled, up to `length`; another one after each call that makes room. */
  bytes: Buffer;
  /** The same bytes, for what is written more than one at a time. */
  view: DataView;
  length: number;
  /** Filled next, while `bytes` is written. */
  spare: Buffer;
}

const dash = 45;
const colon = 58;
const point = 46;
const zero = 48;
const zulu = 90;
const pairOf = (text: string): number => (text.charCodeAt(0) << 8) | text.charCodeAt(1);
/** The two letters of each byte, as one number. */
const pairs = Uint16Array.from({ length: 256 }, (_, byte) => pairOf(byte.toString(16).padStart(2, '0')));
/** The two digits of each number below 100, as one number. */
const twoDigits = Uint16Array.from({ length: 100 }, (_, value) => pairOf(String(value).padStart(2, '0')));
const uuidLength = 36;
const dayMs = 24 * 60 * 60_000;
const dayLength = '2026-11-20T'.length;
const timeLength = '2026-11-20T14:32:00.000Z'.length;

const viewOf = ({ buffer, byteOffset, length }: Buffer): DataView => new DataView(buffer, byteOffset, length);

/** Two buffers in turn: one is filled while the other is written. */
export function createPieceBuffer(length: number): PieceBuffer {
  const bytes = Buffer.alloc(length);
  return { bytes, view: viewOf(bytes), length: 0, spare: Buffer.alloc(length) };
}

/** What was put in; the buffer is empty then, and these bytes hold until it is taken once more. */
export function takePiece(piece: PieceBuffer): Uint8Array {
  const filled = piece.bytes;
  const taken = filled.subarray(0, piece.length);
  piece.bytes = piece.spare;
  piece.view = viewOf(piece.spare);
  piece.spare = filled;
  piece.length = 0;
  return taken;
}

function makeRoom(piece: PieceBuffer, more: number): void {
  if (piece.length + more <= piece.bytes.length) return;
  const longer = Buffer.alloc(Math.max(piece.length + more, piece.bytes.length * 2));
  piece.bytes.copy(longer, 0, 0, piece.length);
  piece.bytes = longer;
  piece.view = viewOf(longer);
}

export function putText(piece: PieceBuffer, text: string): void {
  makeRoom(piece, text.length * 3);
  piece.length += piece.bytes.write(text, piece.length, 'utf8');
}

export function putBytes(piece: PieceBuffer, from: Uint8Array): void {
  const count = from.length;
  if (count === 0) return;
  makeRoom(piece, count);
  const { bytes, length } = piece;
  for (let at = 0; at < count; at += 1) bytes[length + at] = from[at] as number;
  piece.length = length + count;
}

/** Puts in bytes that are all marked in `plain`; puts in nothing and is false where one of them is not. */
export function putPlain(
  piece: PieceBuffer,
  from: Uint8Array,
  { start, end, plain }: { readonly start: number; readonly end: number; readonly plain: Uint8Array },
): boolean {
  makeRoom(piece, end - start);
  const { bytes } = piece;
  let place = piece.length;
  let marks = 1;
  for (let at = start; at < end; at += 1, place += 1) {
    const letter = from[at] as number;
    marks &= plain[letter] as number;
    bytes[place] = letter;
  }
  if (marks === 0) return false;
  piece.length = place;
  return true;
}

/** The 36 letters of a UUID in 16 bytes. */
export function putUuid(piece: PieceBuffer, packed: Uint8Array, from: number): void {
  makeRoom(piece, uuidLength);
  const { view } = piece;
  let place = piece.length;
  for (let byte = from; byte < from + 16; byte += 1, place += 2) {
    view.setUint16(place, pairs[packed[byte] as number] as number);
    const at = byte - from;
    if (at === 3 || at === 5 || at === 7 || at === 9) {
      view.setUint8(place + 2, dash);
      place += 1;
    }
  }
  piece.length = place;
}

const dayText = Buffer.alloc(dayLength);
let day = Number.NaN;

/** ISO 8601 with milliseconds in UTC, of the years 0 to 9999. */
export function putTime(piece: PieceBuffer, at: number): void {
  const dayOfTime = Math.floor(at / dayMs);
  if (dayOfTime !== day) {
    day = dayOfTime;
    dayText.write(new Date(at).toISOString(), 'latin1');
  }
  makeRoom(piece, timeLength);
  const { bytes, view, length } = piece;
  for (let letter = 0; letter < dayLength; letter += 1) bytes[length + letter] = dayText[letter] as number;
  // "14:32:00.000Z"
  const place = length + dayLength;
  const withinDay = at - dayOfTime * dayMs;
  const seconds = Math.floor(withinDay / 1_000);
  const ms = withinDay - seconds * 1_000;
  const minutes = Math.floor(seconds / 60);
  const tenths = Math.floor(ms / 100);
  view.setUint16(place, twoDigits[Math.floor(minutes / 60)] as number);
  view.setUint8(place + 2, colon);
  view.setUint16(place + 3, twoDigits[minutes % 60] as number);
  view.setUint8(place + 5, colon);
  view.setUint16(place + 6, twoDigits[seconds % 60] as number);
  view.setUint8(place + 8, point);
  view.setUint8(place + 9, zero + tenths);
  view.setUint16(place + 10, twoDigits[Math.floor(ms - tenths * 100)] as number);
  view.setUint8(place + 12, zulu);
  piece.length = length + timeLength;
}
