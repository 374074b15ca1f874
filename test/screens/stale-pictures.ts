import { mkdtemp, rm } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { takeBrowserPictures } from './browser-pictures.ts';
import { takeDashboardPictures } from './dashboard-pictures.ts';
import { dashboardScreens } from './dashboard-screens.ts';
import { docsPictures } from './docs-pictures.ts';
import { screens } from './screens.ts';

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

/** A picture of the documents, and the share of its pixels that the page of today shows differently. */
interface ComparedPicture {
  readonly name: string;
  readonly difference: number;
}

/**
 * Takes the screens behind the documents' pictures anew and compares. The one of Electron's window is left out: it shows
 * the page of another picture, and both are renewed by one command.
 */
export async function comparePictures(): Promise<ComparedPicture[]> {
  const pairs = Object.entries(docsPictures).filter(([, screen]) => !screen.startsWith('electron'));
  const wanted = new Set<string>(pairs.map(([, screen]) => screen));
  const folder = path.relative(projectRoot, await mkdtemp(path.join(projectRoot, '.cache', 'pictures-')));
  try {
    const failed: string[] = [];
    const report = {
      taken: () => undefined,
      failed: (name: string, reason: string) => void failed.push(`${name}: ${reason}`),
    };
    await takeBrowserPictures(screens, folder, report, (name) => wanted.has(name));
    await takeDashboardPictures(dashboardScreens, folder, report, (name) => wanted.has(name));
    if (failed.length > 0) throw new Error(failed.join('\n'));
    return await Promise.all(
      pairs.map(async ([name, screen]) => {
        const kept = await readPixels(path.join(projectRoot, 'docs/pictures', name));
        const fresh = await readPixels(path.join(projectRoot, folder, screen));
        return { name, difference: differenceOf(kept, fresh) };
      }),
    );
  } finally {
    await rm(path.join(projectRoot, folder), { recursive: true, force: true });
  }
}
