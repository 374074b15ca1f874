import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { docsPictures } from './docs-pictures.ts';
import { pictures, takePictures } from './pictures.ts';
import { withSurroundings } from './with-surroundings.ts';

/** Smaller differences come from palette rounding or another system's font smoothing. */
const channelTolerance = 48;

/** Rows of pixels, three bytes each. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Reads a picture. Transparent pixels count with their color. */
async function readPixels(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** The share of differing pixels, from 0 to 1. Returns 1 for different sizes. */
function differenceOf(one: Pixels, other: Pixels): number {
  if (one.width !== other.width || one.height !== other.height) return 1;
  let different = 0;
  for (let at = 0; at < one.rgb.length; at += 3) {
    const off = (channel: number) => Math.abs((one.rgb[at + channel] ?? 0) - (other.rgb[at + channel] ?? 0));
    if (Math.max(off(0), off(1), off(2)) > channelTolerance) different += 1;
  }
  return different / (one.width * one.height);
}

interface ComparedPicture {
  readonly name: string;
  /** The share of pixels that differ between the document's picture and the current page. */
  readonly difference: number;
}

/** Retakes the documents' pictures and compares them. The Electron window is left out. */
export async function comparePictures(): Promise<ComparedPicture[]> {
  const pairs = Object.entries(docsPictures).filter(([, file]) => !file.startsWith('electron'));
  const files = new Set<string>(pairs.map(([, file]) => file));
  const folder = path.relative(projectRoot, await mkdtemp(path.join(projectRoot, '.cache', 'pictures-')));
  try {
    const wanted = pictures.filter(({ file }) => files.has(file));
    const failed = await withSurroundings((surroundings) => takePictures(wanted, folder, surroundings));
    if (failed.length > 0) throw new Error(failed.join('\n'));
    return await Promise.all(
      pairs.map(async ([name, file]) => {
        const stored = await readPixels(path.join(projectRoot, 'docs/pictures', name));
        const fresh = await readPixels(path.join(projectRoot, folder, file));
        return { name, difference: differenceOf(stored, fresh) };
      }),
    );
  } finally {
    await rm(path.join(projectRoot, folder), { recursive: true, force: true });
  }
}
