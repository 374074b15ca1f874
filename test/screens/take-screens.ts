import { exitWithResult, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { copyDocsPictures, docsPictures } from './docs-pictures.ts';
import { pictures, takePictures, withSurroundings } from './pictures.ts';

const usage = `npm run screens -- [NAME ...] [--docs]
Takes pictures of the named screens of the console and the dashboard in light and dark and in each size; "electron" is the
console's window in Electron, "gallery" the parts of the design system. Without names it takes all of them. They go to
test-results/screens.
--docs renews the pictures in docs/pictures and takes no others.`;
const folder = 'test-results/screens';

const options = { docs: { type: 'boolean' }, help: { type: 'boolean' } } as const;
const say = (line: string): void => void process.stderr.write(`${line}\n`);

await exitWithResult(async () => {
  const { values: flags, positionals: names } = readFlags({ allowPositionals: true, options }, usage);
  if (flags.help) {
    process.stdout.write(`${usage}\n`);
    return 0;
  }
  const known = new Set(pictures.map(({ screen }) => screen));
  const unknown = names.find((name) => !known.has(name));
  if (unknown !== undefined)
    throw new UsageFault(`There is no screen ${unknown}; there are ${[...known].join(', ')}.`, usage);
  const docsPictureNames = new Set<string>(Object.values(docsPictures));
  const wanted = pictures.filter(({ screen, file }) =>
    flags.docs ? docsPictureNames.has(file) : names.length === 0 || names.includes(screen),
  );
  await ensureBuild();
  const failed = await withSurroundings((surroundings) => takePictures(wanted, folder, surroundings));
  for (const sentence of failed) say(`Failed: ${sentence}`);
  if (flags.docs && failed.length === 0) say(`Renewed ${(await copyDocsPictures(folder)).join(', ')}.`);
  say(`${wanted.length - failed.length} pictures in ${folder}, ${failed.length} failed.`);
  return failed.length > 0 ? 1 : 0;
});
