import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import sharp from 'sharp';
import { afterAll, expect, test } from 'vitest';
import { toPalettePng } from './docs-pictures.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-pictures-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the picture's colors after palette conversion, as `red,green,blue`. */
async function coloursAfter(width: number, pixels: readonly (readonly [number, number, number])[]): Promise<string[]> {
  const file = path.join(folder, 'picture.png');
  const raw = { width, height: pixels.length / width, channels: 3 } as const;
  await sharp(Buffer.from(pixels.flat()), { raw }).png().toFile(file);
  const data = await sharp(await toPalettePng(file))
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer();
  return Array.from({ length: data.length / 3 }, (_, at) => [...data.subarray(at * 3, at * 3 + 3)].join());
}

test('screens: a picture with few colors keeps them all', async () => {
  const pixels = [
    [1, 2, 3],
    [200, 201, 202],
    [200, 201, 202],
    [1, 2, 3],
  ] as const;
  expect(await coloursAfter(2, pixels)).toEqual(pixels.map((pixel) => pixel.join()));
});

test('screens: a single red spot among a thousand other colors stays red', async () => {
  const others = Array.from({ length: 1_023 }, (_, at) => [at % 250, at >> 2, 128] as const);
  const colours = await coloursAfter(32, [...others, [190, 35, 50]]);
  const [red = 0, green = 0, blue = 0] = (colours.at(-1) ?? '').split(',').map(Number);
  expect(red).toBeGreaterThan(150);
  expect(Math.max(green, blue)).toBeLessThan(90);
});
