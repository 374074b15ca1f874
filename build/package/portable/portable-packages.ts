import { cpSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { makeTarball, makeZip, writeFileList } from '../archives.ts';
import type { BuildLabel } from '../build-label.ts';
import { fillTemplate } from '../fill-template.ts';
import { addNode, addStarter } from '../node-folder.ts';
import { freshWorkFolder } from '../pack-electron.ts';
import { gzipLevel, type PackageResult, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { writePapers } from '../papers.ts';
import { product, verifyCommand, verifyPackageCommand } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { copiedPackages, partsOf, setModes, stageConsole } from '../stage-console.ts';
import type { Target } from '../targets.ts';

const commands = [
  { id: product.id, name: product.name, program: 'out/browser-host/main.mjs' },
  verifyCommand,
  verifyPackageCommand,
];
const readme = fillTemplate(path.join(import.meta.dirname, 'readme.txt'));
const windowsStarter = ({ name, program }: (typeof commands)[number]): string =>
  fillTemplate(path.join(import.meta.dirname, 'node-starter.cmd'), { name, program: program.replaceAll('/', '\\') });
const withCrlf = (text: string): string => text.replaceAll('\n', '\r\n');

/** Assembles the browser host with Node, ready to run. Rejects with a `LaunchFault`. */
async function stagePortable(
  target: Target & { readonly platform: 'linux' | 'win32' },
  label: BuildLabel,
  folder: string,
  sourceDate: number,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  stageConsole('browser', target, label, path.join(folder, 'app'));
  const isWindows = target.platform === 'win32';
  const runtime = await addNode(target, folder);
  cpSync(verifyPackageCommand.source, path.join(folder, 'app', verifyPackageCommand.program));
  for (const command of commands) {
    if (isWindows) writeFileSync(path.join(folder, `${command.id}.cmd`), withCrlf(windowsStarter(command)));
    else addStarter(folder, command);
  }
  writeFileSync(path.join(folder, 'README.txt'), isWindows ? withCrlf(readme) : readme);
  const packages = { parts: partsOf('browser'), copied: copiedPackages };
  writePapers({ product, folder, label, program: runtime, packages, sourceDate });
  if (!isWindows) writeFileList(folder);
  setModes(folder);
}

/** Makes the browser host with Node and without Electron, as a tar.gz for Linux and a zip for Windows. */
export async function* makePortablePackages(job: PackageJob): AsyncGenerator<PackageResult> {
  for (const platform of ['linux', 'win32'] as const) {
    const target = { platform, arch: 'x64' } as const;
    const extension = platform === 'linux' ? 'tar.gz' : 'zip';
    if (job.only && !job.only.includes(platform) && !job.only.includes(extension)) continue;
    const base = packageBase(job.label, target, `${product.id}-portable`);
    const folder = path.join(freshWorkFolder(target, 'portable'), base);
    await stagePortable(target, job.label, folder, job.sourceDate);
    setTimes(folder, job.sourceDate);
    yield* makeFormats({ ...job, only: undefined }, base, folder, {
      [extension]: (file) =>
        platform === 'linux' ? makeTarball(folder, file, job.sourceDate, gzipLevel(job.label)) : makeZip(folder, file),
    });
  }
}
