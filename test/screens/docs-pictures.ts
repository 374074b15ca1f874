import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import sharp from 'sharp';
import { projectRoot } from '#build/launch/base/project-root.ts';

/** Pictures of the README and the user guide, by the file name of their source screen. */
export const docsPictures = {
  'migrations-light.png': 'migrations-light-1280x800.png',
  'migrations-dark.png': 'migrations-dark-1280x800.png',
  'electron-light.png': 'electron-light.png',
  'guide/migrations.png': 'migrations-light-1280x800.png',
  'guide/drawer.png': 'migrations-drawer-light-1280x800.png',
  'guide/companies.png': 'companies-light-1280x800.png',
  'guide/settings.png': 'settings-light-1280x800.png',
  'guide/sandbox.png': 'sandbox-light-1280x800.png',
  'dashboard/keys.png': 'dashboard-keys-light-1440x900.png',
  'dashboard/webhooks.png': 'dashboard-webhooks-delivery-light-1440x900.png',
  'dashboard/people.png': 'dashboard-people-light-1440x900.png',
  'dashboard/audit.png': 'dashboard-audit-dark-1440x900.png',
  'dashboard/phone.png': 'dashboard-keys-light-375x812.png',
  'guide/requests.png': 'requests-light-1280x800.png',
} as const;

/**
 * Converts a picture to a palette of 256 colors, about a third of the size. Screens have few colors; only shades at the
 * edges of letters change. No dithering: it would speckle flat areas.
 */
const toPalettePng = (file: string): Promise<Buffer> =>
  sharp(file).png({ palette: true, colours: 256, dither: 0, effort: 10, compressionLevel: 9 }).toBuffer();

/** Converts the new screens to the documents' pictures and returns their paths. */
export async function copyDocsPictures(folder: string): Promise<string[]> {
  const files: string[] = [];
  for (const [name, from] of Object.entries(docsPictures)) {
    const file = path.join('docs', 'pictures', name);
    await writeFile(path.join(projectRoot, file), await toPalettePng(path.join(projectRoot, folder, from)));
    files.push(file);
  }
  return files;
}
