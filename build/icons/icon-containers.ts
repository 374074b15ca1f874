/** A square PNG image with its side in px. */
export interface IconPicture {
  readonly side: number;
  readonly png: Buffer;
}

/** Returns a Windows icon file with these PNG images, smallest first, at most 256 px. */
export function toIco(pictures: readonly IconPicture[]): Buffer {
  const head = Buffer.alloc(6);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(pictures.length, 4);
  let offset = head.length + 16 * pictures.length;
  const entries = pictures.map(({ side, png }) => {
    const entry = Buffer.alloc(16);
    // The format stores 256 as 0.
    entry.writeUInt8(side % 256, 0);
    entry.writeUInt8(side % 256, 1);
    entry.writeUInt16LE(1, 4);
    entry.writeUInt16LE(32, 6);
    entry.writeUInt32LE(png.length, 8);
    entry.writeUInt32LE(offset, 12);
    offset += png.length;
    return entry;
  });
  return Buffer.concat([head, ...entries, ...pictures.map(({ png }) => png)]);
}

/** Image types in a macOS icon file by side. A second type with the same side is for high-density screens. */
const icnsKinds: readonly (readonly [kind: string, side: number])[] = [
  ['icp4', 16],
  ['icp5', 32],
  ['ic11', 32],
  ['ic12', 64],
  ['ic07', 128],
  ['ic08', 256],
  ['ic13', 256],
  ['ic09', 512],
  ['ic14', 512],
  ['ic10', 1024],
];

/** Returns a macOS icon file. Ignores images whose side the format doesn't support. */
export function toIcns(pictures: readonly IconPicture[]): Buffer {
  const parts = icnsKinds.flatMap(([kind, side]) => {
    const picture = pictures.find((one) => one.side === side);
    if (!picture) return [];
    const head = Buffer.alloc(8);
    head.write(kind, 0, 'latin1');
    head.writeUInt32BE(8 + picture.png.length, 4);
    return [head, picture.png];
  });
  const body = Buffer.concat(parts);
  const head = Buffer.alloc(8);
  head.write('icns', 0, 'latin1');
  head.writeUInt32BE(8 + body.length, 4);
  return Buffer.concat([head, body]);
}
