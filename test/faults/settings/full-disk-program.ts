// Saves settings to a small disk with less and less free space. Prints one line of JSON per attempt.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { systemClock } from '#main/console/clock/clock.ts';
import { createSettingsFile } from '#main/console/settings/settings-file.ts';
import { openConfWriter } from '#main/hosts/node/settings-writer.ts';
import { numberedSettings } from './numbered-settings.ts';

const [folder = ''] = process.argv.slice(2);
const fillerFile = path.join(folder, 'filling');
const open = () => {
  const file = createSettingsFile({ userDataDir: folder, clock: systemClock, openWriter: openConfWriter });
  return { file, loaded: file.load() };
};
const attempt = async (profiles: number): Promise<string> => {
  try {
    await open().file.save(numberedSettings(1, profiles));
    return 'saved';
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
};

/** Fills the disk until only this many 4 KiB pages are free. */
function leave(pages: number): void {
  const page = Buffer.alloc(4_096);
  try {
    for (;;) writeFileSync(fillerFile, page, { flag: 'a' });
  } catch {
    // The disk is full.
  }
  const size = readFileSync(fillerFile).length - pages * page.length;
  writeFileSync(fillerFile, Buffer.alloc(size));
}

const hasContent = (settings: string): boolean => {
  try {
    return readFileSync(path.join(folder, 'settings.json'), 'utf8') === settings;
  } catch {
    return false;
  }
};

for (const pages of [0, 1, 2, 3, 4, 5, 6, 12]) {
  await attempt(5);
  const before = readFileSync(path.join(folder, 'settings.json'), 'utf8');
  leave(pages);
  const outcome = await attempt(100);
  const isUnchanged = hasContent(before);
  const { document, notice } = open().loaded;
  rmSync(fillerFile);
  const later = await attempt(100);
  process.stdout.write(
    `${JSON.stringify({ pages, outcome, isUnchanged, profiles: document.profiles.length, notice, later })}\n`,
  );
}
