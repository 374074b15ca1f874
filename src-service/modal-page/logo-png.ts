import { crc32 } from 'node:zlib';
import { logoProblem } from '#shared/service-control/logo-limits.ts';

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** Chunks needed to show an image. All other chunks are removed, such as text, location and time. */
const keptChunkTypes: ReadonlySet<string> = new Set(['IHDR', 'PLTE', 'tRNS', 'IDAT', 'IEND', 'sRGB', 'gAMA']);

/**
 * Parses a PNG and rewrites it with only the needed chunks. Rejects SVG, which can contain scripts and URLs.
 * @returns the PNG, or a sentence that says what is wrong
 */
export const readLogo = (bytes: Buffer): Buffer<ArrayBuffer> | string => {
  const problem = logoProblem(bytes);
  if (problem !== null) return problem;
  const broken = "The logo isn't a complete PNG image.";
  const keptChunks: Buffer[] = [signature];
  let name = '';
  for (let offset = 8; name !== 'IEND';) {
    if (offset + 12 > bytes.length) return broken;
    const length = bytes.readUInt32BE(offset);
    const end = offset + 12 + length;
    if (end > bytes.length) return broken;
    name = bytes.toString('latin1', offset + 4, offset + 8);
    if (crc32(bytes.subarray(offset + 4, end - 4)) !== bytes.readUInt32BE(end - 4)) return broken;
    if (offset === 8 && (name !== 'IHDR' || length !== 13)) return broken;
    if (keptChunkTypes.has(name)) keptChunks.push(bytes.subarray(offset, end));
    offset = end;
  }
  return keptChunks.length < 4 ? broken : Buffer.concat(keptChunks);
};
