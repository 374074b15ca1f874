import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { docsPictures } from '#test/screens/docs-pictures.ts';
import { pictures, takePictures, withSurroundings } from '#test/screens/pictures.ts';

/**
 * Differences of a color channel up to this value are ignored: palette rounding or another system's font smoothing
 * cause them.
 */
const channelTolerance = 48;

const readPixels = (file: string) =>
  sharp(file).removeAlpha().toColourspace('srgb').raw().toBuffer({ resolveWithObject: true });

/** The share of pixels of two pictures that differ, from 0 to 1. Returns 1 for different sizes. */
async function differenceOf(...files: readonly [string, string]): Promise<number> {
  const [one, other] = await Promise.all([readPixels(files[0]), readPixels(files[1])]);
  if (one.info.width !== other.info.width || one.info.height !== other.info.height) return 1;
  let different = 0;
  for (let at = 0; at < one.data.length; at += 3) {
    const channelDiffers = (channel: number) =>
      Math.abs((one.data[at + channel] ?? 0) - (other.data[at + channel] ?? 0)) > channelTolerance;
    if (channelDiffers(0) || channelDiffers(1) || channelDiffers(2)) different += 1;
  }
  return different / (one.info.width * one.info.height);
}

interface ComparedPicture {
  readonly name: string;
  /** The share of pixels that differ between the document's picture and the current page. */
  readonly difference: number;
}

/** Retakes the documents' pictures and compares them. The Electron window is left out. */
async function comparePictures(): Promise<ComparedPicture[]> {
  const pairs = Object.entries(docsPictures).filter(([, file]) => !file.startsWith('electron'));
  const files = new Set<string>(pairs.map(([, file]) => file));
  const folder = path.relative(projectRoot, await mkdtemp(path.join(projectRoot, '.cache', 'pictures-')));
  try {
    const wantedPictures = pictures.filter(({ file }) => files.has(file));
    const failed = await withSurroundings((surroundings) => takePictures(wantedPictures, folder, surroundings));
    if (failed.length > 0) throw new Error(failed.join('\n'));
    return await Promise.all(
      pairs.map(async ([name, file]) => {
        const stored = path.join(projectRoot, 'docs/pictures', name);
        return { name, difference: await differenceOf(stored, path.join(projectRoot, folder, file)) };
      }),
    );
  } finally {
    await rm(path.join(projectRoot, folder), { recursive: true, force: true });
  }
}

/**
 * Share of differing pixels. Measured: 0.1 % without changes, 0.9 % if only the order of calls on Requests changed. A
 * layout change gives more than 3 %.
 */
const maxDifference = 0.03;

test('every picture of the documents shows the current page', async () => {
  await ensureBuild();
  const comparison = await comparePictures();
  const stale = comparison.filter(({ difference }) => difference > maxDifference);
  const list = stale.map(({ name, difference }) => `${name}: ${(difference * 100).toFixed(1)} % differ`);
  expect(list, '`npm run screens -- --docs` renews them').toEqual([]);
});
