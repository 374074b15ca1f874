import { expect, test } from 'vitest';
import { pngChunk, pngImage } from '../testing/png-image.ts';
import { maxLogoBytes } from '#shared/service-control/logo-limits.ts';
import { readLogo } from './logo-png.ts';

test('a PNG logo is accepted without its text, location and animation', { tags: '@X27' }, () => {
  const plain = pngImage();
  expect(readLogo(plain)).toEqual(plain);
  const more = ['tEXt', 'eXIf', 'acTL', 'zTXt'].map((name) => pngChunk(name, Buffer.from('<script>alert(1)</script>')));
  expect(readLogo(pngImage(64, ...more))).toEqual(plain);
  expect(readLogo(Buffer.concat([plain, Buffer.from('<html>')]))).toEqual(plain);
});

test('a logo that is truncated or damaged at any byte is refused', { tags: ['@X27', '@T57'] }, () => {
  const plain = pngImage(32);
  for (let length = 0; length < plain.length; length++)
    expect(readLogo(plain.subarray(0, length))).toEqual(expect.any(String));
  for (let at = 0; at < plain.length; at++) {
    const changedBytes = Buffer.from(plain);
    changedBytes[at] = (changedBytes[at] ?? 0) ^ 0x41;
    expect(readLogo(changedBytes), String(at)).toEqual(expect.any(String));
  }
});

test.each([
  ['<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', 'The logo must be a PNG image.'],
  ['GIF89a', 'The logo must be a PNG image.'],
  ['', 'The logo must be a PNG image.'],
])('%s is rejected as a logo', { tags: ['@X27', '@T57'] }, (text, sentence) => {
  expect(readLogo(Buffer.from(text))).toBe(sentence);
});

test('the error for a logo names the limits of bytes and pixels', { tags: '@X27' }, () => {
  const long = pngImage(64, pngChunk('tEXt', Buffer.alloc(maxLogoBytes)));
  expect(readLogo(long)).toMatch(/^The logo is \d+ KiB\. The limit is 32 KiB\./);
  expect(readLogo(pngImage(16))).toBe('The logo is 16 x 16 pixels. Each side must be 32 to 1024 pixels.');
  expect(readLogo(pngImage(1_025))).toEqual(expect.any(String));
});
