// Saves settings once, or repeatedly until killed. It is a separate program so that a test can kill it.
import { systemClock } from '#main/console/clock/clock.ts';
import { createSettingsFile } from '#main/console/settings/settings-file.ts';
import { openConfWriter } from '#main/hosts/node/settings-writer.ts';
import { numberedSettings } from './numbered-settings.ts';

const [folder = '', mode = 'once', size = '20'] = process.argv.slice(2);
const file = createSettingsFile({ userDataDir: folder, clock: systemClock, openWriter: openConfWriter });
file.load();

if (mode === 'once') {
  try {
    await file.save(numberedSettings(1, Number(size)));
    process.stdout.write('saved\n');
  } catch (error) {
    process.stdout.write(`failed: ${error instanceof Error ? error.message : String(error)}\n`);
  }
} else {
  for (let number = 1; ; number += 1) {
    await file.save(numberedSettings(number, Number(size)));
    process.stdout.write(`${number}\n`);
  }
}
