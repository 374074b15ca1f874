import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { docsPictures } from './docs-pictures.ts';
import { pictures, takePictures } from './pictures.ts';
import { withSurroundings } from './with-surroundings.ts';

/** A channel that is off by less is the palette's rounding, or another system's smoothing of letters. */
const channelTolerance = 48;

/** A picture as rows of bytes, three to a pixel. */
interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly rgb: Buffer;
}

/** Reads a picture; what is see-through counts as its colour. */
async function readPixels(file: string): Promise<Pixels> {
  const { data, info } = await sharp(file)
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  return { width: info.width, height: info.height, rgb: data };
}

/** The share of pixels, from 0 to 1, that look different; 1 where the sizes differ. */
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
  /** The share of pixels that differ between the document's picture and the page of today. */
  readonly difference: number;
}

/** Takes the pictures of the documents again and compares them, except for the window in Electron. */
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
