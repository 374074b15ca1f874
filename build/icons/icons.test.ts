import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';

const read = (name: string): Buffer => readFileSync(path.join(import.meta.dirname, name));
/** Returns width and height of a PNG. */
const sidesOf = (png: Buffer): readonly number[] => [png.readUInt32BE(16), png.readUInt32BE(20)];

test('each picture is as large as its name says', { tags: '@C19' }, () => {
  for (const side of [16, 24, 32, 48, 64, 128, 256, 512])
    expect(sidesOf(read(`ferry-${side}.png`)), `${side}`).toEqual([side, side]);
});

test('the macOS icon has every size, including those for high-density displays', { tags: '@C19' }, () => {
  const file = read('ferry.icns');
  expect(file.toString('latin1', 0, 4)).toBe('icns');
  expect(file.readUInt32BE(4)).toBe(file.length);
  const found: Record<string, readonly number[]> = {};
  for (let at = 8; at < file.length; at += file.readUInt32BE(at + 4))
    found[file.toString('latin1', at, at + 4)] = sidesOf(file.subarray(at + 8));
  const wanted = {
    icp4: 16,
    icp5: 32,
    ic11: 32,
    ic12: 64,
    ic07: 128,
    ic08: 256,
    ic13: 256,
    ic09: 512,
    ic14: 512,
    ic10: 1024,
  };
  expect(found).toEqual(Object.fromEntries(Object.entries(wanted).map(([type, side]) => [type, [side, side]])));
});

test('the Windows icon has seven sizes', { tags: '@C19' }, () => {
  const file = read('ferry.ico');
  const widths = Array.from({ length: file.readUInt16LE(4) }, (_, index) => file.readUInt8(6 + index * 16) || 256);
  expect(widths).toEqual([16, 24, 32, 48, 64, 128, 256]);
});
