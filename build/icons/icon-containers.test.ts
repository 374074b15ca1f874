import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { toIcns, toIco } from './icon-containers.ts';

const pictures = [
  { side: 16, png: Buffer.from('small') },
  { side: 256, png: Buffer.from('the large one') },
];

test('a Windows icon contains the offset of each image', { tags: '@C19' }, () => {
  const ico = toIco(pictures);
  expect([ico.readUInt16LE(2), ico.readUInt16LE(4), ico.readUInt8(6), ico.readUInt8(22)]).toEqual([1, 2, 16, 0]);
  pictures.forEach(({ png }, index) => {
    const entry = 6 + 16 * index;
    const from = ico.readUInt32LE(entry + 12);
    expect(ico.subarray(from, from + ico.readUInt32LE(entry + 8))).toEqual(png);
  });
});

test('a macOS icon contains its own length and the length of each part', { tags: '@C19' }, () => {
  const icns = toIcns(pictures);
  expect(icns.readUInt32BE(4)).toBe(icns.length);
  const kinds: string[] = [];
  for (let at = 8; at < icns.length; at += icns.readUInt32BE(at + 4)) kinds.push(icns.toString('latin1', at, at + 4));
  expect(kinds).toEqual(['icp4', 'ic08', 'ic13']);
});

test('every required icon size exists', { tags: '@C19' }, () => {
  for (const side of [16, 24, 32, 48, 64, 128, 256, 512]) {
    const png = readFileSync(path.join(import.meta.dirname, `ferry-${side}.png`));
    expect([png.readUInt32BE(16), png.readUInt32BE(20)]).toEqual([side, side]);
  }
});
