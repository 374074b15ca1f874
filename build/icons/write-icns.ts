import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** Types of the images in an icns file, with their sides in pixels; macOS shows ic11 to ic14 on dense displays. */
const sides = {
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

const block = (type: string, content: Buffer): Buffer => {
  const head = Buffer.from(`${type}    `, 'latin1');
  head.writeUInt32BE(content.length + 8, 4);
  return Buffer.concat([head, content]);
};

const images = Object.entries(sides).map(([type, side]) =>
  block(type, readFileSync(path.join(import.meta.dirname, `ferry-${side}.png`))),
);
writeFileSync(path.join(import.meta.dirname, 'ferry.icns'), block('icns', Buffer.concat(images)));
