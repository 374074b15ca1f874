import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { toPalettePng } from './palette-png.ts';
import { readPng } from './png-pixels.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
const chunk = (type: string, body: Buffer): Buffer => {
  const size = Buffer.alloc(4);
  size.writeUInt32BE(body.length);
  const sum = Buffer.alloc(4);
  const typed = Buffer.concat([Buffer.from(type), body]);
  sum.writeUInt32BE(crc32(typed));
  return Buffer.concat([size, typed, sum]);
};
/** A PNG two pixels wide; each row begins with the number of its filter. */
const madePng = (rows: readonly (readonly number[])[]): Buffer => {
  const header = Buffer.from([0, 0, 0, 2, 0, 0, rows.length >> 8, rows.length & 0xff, 8, 2, 0, 0, 0]);
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.from(rows.flat()))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
};

test('screens: every filter of PNG is undone', () => {
  const png = madePng([
    [0, 10, 20, 30, 40, 50, 60],
    [1, 10, 20, 30, 30, 30, 30],
    [2, 0, 0, 0, 0, 0, 0],
    [3, 5, 10, 15, 15, 15, 15],
    [4, 0, 0, 0, 0, 0, 0],
  ]);
  const { width, height, rgb } = readPng(png);
  expect({ width, height }).toEqual({ width: 2, height: 5 });
  const row = [10, 20, 30, 40, 50, 60];
  expect([...rgb]).toEqual([row, row, row, row, row].flat());
});

test('screens: a picture of few colours loses nothing', () => {
  const png = madePng([
    [0, 1, 2, 3, 200, 201, 202],
    [0, 200, 201, 202, 1, 2, 3],
  ]);
  const small = toPalettePng(png);
  const palette = small.subarray(small.indexOf('PLTE') + 4, small.indexOf('PLTE') + 10);
  const data = small.subarray(small.indexOf('IDAT') + 4, small.indexOf('IEND') - 8);
  const colours = [...inflateSync(data)].filter((_place, at) => at % 3 !== 0);
  expect(colours.flatMap((place) => [...palette.subarray(place * 3, place * 3 + 3)])).toEqual([...readPng(png).rgb]);
});

test('screens: the one red spot among a thousand other colours stays red', () => {
  const others = Array.from({ length: 1_000 }, (_, index) => [index % 250, index >> 2, 128]);
  const rows = others.map((colour) => [0, ...colour, ...colour]);
  const small = toPalettePng(madePng([...rows, [0, 190, 35, 50, 190, 35, 50]]));
  const palette = small.subarray(small.indexOf('PLTE') + 4, small.indexOf('IDAT') - 8);
  expect(palette.length).toBe(256 * 3);
  const colours = Array.from({ length: 256 }, (_, place) => [...palette.subarray(place * 3, place * 3 + 3)].join());
  expect(colours).toContain('190,35,50');
});
