import { crc32, deflateSync } from 'node:zlib';
import { readPng } from './png-pixels.ts';

const mostColours = 256;
type Colour = readonly [number, number, number];
const partsOf = (colour: number): Colour => [colour >> 16, (colour >> 8) & 0xff, colour & 0xff];

function chunk(type: string, body: Buffer): Buffer {
  const framed = Buffer.concat([Buffer.alloc(4), Buffer.from(type, 'latin1'), body, Buffer.alloc(4)]);
  framed.writeUInt32BE(body.length, 0);
  framed.writeUInt32BE(crc32(framed.subarray(4, 8 + body.length)), 8 + body.length);
  return framed;
}

/** Maps each colour to a place in the palette: its own, or that of the nearest of the most frequent ones. */
function placesOf(counts: ReadonlyMap<number, number>): { palette: readonly Colour[]; places: Map<number, number> } {
  const byFrequency = [...counts].sort((a, b) => b[1] - a[1]).map(([colour]) => colour);
  const palette = byFrequency.slice(0, mostColours).map(partsOf);
  const distance = ([red, green, blue]: Colour, colour: Colour) =>
    (red - colour[0]) ** 2 + (green - colour[1]) ** 2 + (blue - colour[2]) ** 2;
  const nearest = (colour: Colour): number => {
    let best = 0;
    for (const [place, each] of palette.entries()) {
      if (distance(each, colour) < distance(palette[best] as Colour, colour)) best = place;
    }
    return best;
  };
  const places = byFrequency.map((colour, place) => [colour, place < mostColours ? place : nearest(partsOf(colour))]);
  return { palette, places: new Map(places as [number, number][]) };
}

/**
 * The picture with the 256 colours that it uses most, about a third of the size. A screen has few colours; what is
 * moved to a neighbour are shades at the edges of letters.
 */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, rgb } = readPng(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const { palette, places } = placesOf(counts);
  // Each row begins with its filter, none: the neighbours of a palette's numbers say nothing about them.
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) {
    for (let x = 0; x < width; x += 1) {
      rows[y * (width + 1) + 1 + x] = places.get(rgb.readUIntBE((y * width + x) * 3, 3)) ?? 0;
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  return Buffer.concat([
    png.subarray(0, 8),
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flat())),
    chunk('IDAT', deflateSync(rows, { level: 9 })),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}
