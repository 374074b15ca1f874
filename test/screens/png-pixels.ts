import { inflateSync } from 'node:zlib';

/** A picture as rows of RGB bytes. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** `width * height * 3` bytes. */
  readonly rgb: Buffer;
}

const nearestOf = (left: number, up: number, corner: number): number => {
  const guess = left + up - corner;
  const [toLeft, toUp, toCorner] = [Math.abs(guess - left), Math.abs(guess - up), Math.abs(guess - corner)];
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
};

/** What each filter of PNG adds to a byte: none, sub, up, average, Paeth. */
const filters = [
  () => 0,
  (left: number) => left,
  (_left: number, up: number) => up,
  (left: number, up: number) => (left + up) >> 1,
  nearestOf,
] as const;

function readChunks(png: Buffer): { header: Buffer; data: Buffer; palette: Buffer } {
  const data: Buffer[] = [];
  let palette: Buffer = Buffer.alloc(0);
  let header: Buffer = Buffer.alloc(13);
  for (let at = 8; at < png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const body = png.subarray(at + 8, at + 8 + length);
    if (type === 'IHDR') header = body;
    if (type === 'PLTE') palette = body;
    if (type === 'IDAT') data.push(body);
    at += length + 12;
  }
  return { header, data: inflateSync(Buffer.concat(data)), palette };
}

/** Reads what Chromium writes: 8 bits per channel, RGB or RGBA, not interlaced; alpha is dropped. */
export function readPng(png: Buffer): Pixels {
  const { header, data } = readChunks(png);
  const [width, height, channels] = [header.readUInt32BE(0), header.readUInt32BE(4), header[9] === 6 ? 4 : 3];
  const stride = width * channels;
  const rgb = Buffer.alloc(width * height * 3);
  let above: Buffer = Buffer.alloc(stride);
  for (let y = 0; y < height; y += 1) {
    const start = y * (stride + 1);
    const line = Buffer.from(data.subarray(start + 1, start + 1 + stride));
    const add = filters[data[start] ?? 0] ?? filters[0];
    for (let x = 0; x < stride; x += 1) {
      const [left, corner] = x < channels ? [0, 0] : [line[x - channels] ?? 0, above[x - channels] ?? 0];
      line[x] = ((line[x] ?? 0) + add(left, above[x] ?? 0, corner)) & 0xff;
    }
    for (let x = 0; x < width; x += 1) line.copy(rgb, (y * width + x) * 3, x * channels, x * channels + 3);
    above = line;
  }
  return { width, height, rgb };
}

/** Reads what `toPalettePng` writes: 8 bits of palette, rows without a filter. */
export function readPalettePng(png: Buffer): Pixels {
  const { header, data, palette } = readChunks(png);
  const [width, height] = [header.readUInt32BE(0), header.readUInt32BE(4)];
  const rgb = Buffer.alloc(width * height * 3);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      const place = (data[y * (width + 1) + 1 + x] ?? 0) * 3;
      palette.copy(rgb, (y * width + x) * 3, place, place + 3);
    }
  }
  return { width, height, rgb };
}
