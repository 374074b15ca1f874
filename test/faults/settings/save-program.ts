// Saves settings again and again until it is killed, or once: a program of its own, so that it can be.
import { systemClock } from '#main/console/clock.ts';
import { defaultSettings } from '#main/console/settings/settings-document.ts';
import { createSettingsFile } from '#main/console/settings/settings-file.ts';
import { openConfWriter } from '#main/hosts/node/conf-writer.ts';

const [folder = '', mode = 'once', size = '20'] = process.argv.slice(2);
const file = createSettingsFile({ userDataDir: folder, clock: systemClock, openWriter: openConfWriter });
file.load();

/** A document whose profiles all carry the same number, so that a mix of two shows. */
const numbered = (number: number) => ({
  ...defaultSettings(),
  profiles: Array.from({ length: Number(size) }, (_, index) => ({
    id: `profile-${index}`,
    name: `Number ${number}`,
    environment: 'test' as const,
    baseURL: 'https://api.example.com',
    colour: '#1F6E63' as const,
    caFile: null,
    companiesPageSizeParameter: 'page_size',
  })),
});

if (mode === 'once') {
  try {
    await file.save(numbered(1));
    process.stdout.write('saved\n');
  } catch (error) {
    process.stdout.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
} else {
  for (let number = 1; ; number += 1) {
    await file.save(numbered(number));
    process.stdout.write(`${number}\n`);
  }
}
