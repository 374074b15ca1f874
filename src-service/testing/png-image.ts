import { crc32, deflateSync } from 'node:zlib';

export const pngChunk = (name: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
};

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** A single-colour PNG image, with extra chunks before its pixels. */
export const pngImage = (side = 64, ...more: readonly Buffer[]): Buffer<ArrayBuffer> => {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(side, 0);
  head.writeUInt32BE(side, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const line = Buffer.concat([Buffer.from([0]), Buffer.alloc(side * 3, Buffer.from([0x3d, 0x3b, 0xa6]))]);
  const pixels = deflateSync(Buffer.concat(Array.from({ length: side }, () => line)));
  const chunks = [pngChunk('IHDR', head), ...more, pngChunk('IDAT', pixels), pngChunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([signature, ...chunks]);
};
