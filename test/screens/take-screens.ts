import { parseArgs } from 'node:util';
import { end, readOrEnd, say } from '#test/fixtures/system/command-line.ts';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import { type PictureReport, takeBrowserPictures } from './browser-pictures.ts';
import { takeDashboardPictures } from './dashboard-pictures.ts';
import { type DashboardScreen, dashboardScreens } from './dashboard-screens.ts';
import { copyDocsPictures, docsPictures } from './docs-pictures.ts';
import { takeElectronPictures } from './electron-pictures.ts';
import { takeGalleryPictures } from './gallery-pictures.ts';
import { type Screen, screens } from './screens.ts';

const usage = `npm run screens -- [NAME ...] [--docs]
Takes the named screens of console and dashboard in light and dark at three sizes, "electron", its window in both, and "gallery", the parts of the
design system in light, dark and forced colours; without names all of them. They go to test-results/screens.
--docs renews the pictures of the documents in docs/pictures, and takes no others unless they are named.`;

const refuse = (sentence: string): never => end(`${sentence}\n${usage}`);

const readFlags = () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { docs: { type: 'boolean' }, help: { type: 'boolean' } },
  });
  return { ...values, names: positionals };
};

/** The window in Electron and the parts of the design system, as names beside those of the screens. */
const electronName = 'electron';
const galleryName = 'gallery';
const others: readonly string[] = [electronName, galleryName];

function choose(names: readonly string[]): {
  readonly console: readonly Screen[];
  readonly dashboard: readonly DashboardScreen[];
} {
  const known = [...screens, ...dashboardScreens].map(({ name }) => name).concat(others);
  const unknown = names.find((name) => !known.includes(name));
  if (unknown !== undefined) refuse(`There is no screen ${unknown}; there are ${known.join(', ')}.`);
  const isChosen = ({ name }: { readonly name: string }): boolean => names.length === 0 || names.includes(name);
  return { console: screens.filter(isChosen), dashboard: dashboardScreens.filter(isChosen) };
}

const flags = readOrEnd(readFlags, usage);
if (flags.help) {
  process.stdout.write(`${usage}\n`);
} else {
  const chosen = choose(flags.names);
  const folder = 'test-results/screens';
  const inDocs = new Set<string>(Object.values(docsPictures));
  const onlyDocs = flags.docs === true && flags.names.length === 0;
  let taken = 0;
  let failed = 0;
  await ensureBuild().catch((error: Error) => end(error.message));
  const isWanted = (name: string): boolean => flags.names.length === 0 || flags.names.includes(name);
  await withDisplay(async () => {
    const report: PictureReport = {
      taken: () => (taken += 1),
      failed: (name, reason) => {
        failed += 1;
        say(`${name} could not be taken: ${reason}`);
      },
    };
    const isTaken = (name: string): boolean => !onlyDocs || inDocs.has(name);
    if (chosen.console.length > 0) await takeBrowserPictures(chosen.console, folder, report, isTaken);
    await takeDashboardPictures(chosen.dashboard, folder, report, isTaken);
    if (!onlyDocs && isWanted(galleryName)) taken += (await takeGalleryPictures(folder)).length;
    if (isWanted(electronName)) taken += (await takeElectronPictures(folder)).length;
    if (flags.docs) say(`Renewed ${(await copyDocsPictures(folder)).join(', ')}.`);
  });
  say(`${taken} pictures in ${folder}${failed > 0 ? `, ${failed} could not be taken` : ''}.`);
  process.exitCode = failed > 0 ? 1 : 0;
}
