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

const distance = (one: Colour, other: Colour): number =>
  (one[0] - other[0]) ** 2 + (one[1] - other[1]) ** 2 + (one[2] - other[2]) ** 2;

/** One colour of the picture, the palette's colour that stands for it, and how far off that is. */
interface Shade {
  readonly colour: Colour;
  readonly count: number;
  place: number;
  error: number;
}

/**
 * Chooses the palette: again and again the colour that is worst off joins, by its pixels and its distance. Frequency
 * alone would take the hue from small icons.
 */
function choosePalette(counts: ReadonlyMap<number, number>): {
  palette: readonly Colour[];
  places: Map<number, number>;
} {
  const shades = new Map<number, Shade>();
  for (const [rgb, count] of counts) shades.set(rgb, { colour: partsOf(rgb), count, place: 0, error: Infinity });
  const palette: Colour[] = [];
  while (palette.length < Math.min(mostColours, shades.size)) {
    let worst: Shade | undefined;
    for (const shade of shades.values()) {
      if (!worst || shade.error * shade.count > worst.error * worst.count) worst = shade;
    }
    const place = palette.push(worst?.colour ?? [0, 0, 0]) - 1;
    for (const shade of shades.values()) {
      const error = distance(shade.colour, palette[place] as Colour);
      if (error < shade.error) Object.assign(shade, { place, error });
    }
  }
  return { palette, places: new Map([...shades].map(([rgb, { place }]) => [rgb, place])) };
}

/**
 * The picture with a palette of 256 colours, about a third of the size. A screen has few colours; what is moved to a
 * neighbour are shades at the edges of letters.
 */
export function toPalettePng(png: Buffer): Buffer {
  const { width, height, rgb } = readPng(png);
  const counts = new Map<number, number>();
  for (let at = 0; at < rgb.length; at += 3) {
    const colour = rgb.readUIntBE(at, 3);
    counts.set(colour, (counts.get(colour) ?? 0) + 1);
  }
  const { palette, places } = choosePalette(counts);
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
