import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { build, type Rolldown } from 'vite';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = path.join(root, 'src-main/console/modal-lab/page');

const bundlePage = async (): Promise<string> => {
  const result = (await build({
    configFile: false,
    root,
    logLevel: 'warn',
    build: {
      write: false,
      target: 'chrome108',
      lib: { entry: path.join(source, 'lab-page.ts'), formats: ['iife'], name: 'ferryLab', fileName: 'lab-page' },
    },
  })) as Rolldown.RolldownOutput[];
  const chunk = result[0]?.output[0];
  if (chunk?.type !== 'chunk') throw new Error('The build of the lab page gave no script.');
  return chunk.code;
};

/** Builds the modal lab's page into `folder`, with the SDK built by `build:sdk`. */
const buildLab = async (folder = path.join(root, 'out/lab')): Promise<void> => {
  const script = await bundlePage();
  await rm(folder, { recursive: true, force: true });
  await mkdir(folder, { recursive: true });
  await Promise.all([
    writeFile(path.join(folder, 'lab-page.js'), script),
    copyFile(path.join(source, 'lab-page.html'), path.join(folder, 'lab-page.html')),
    copyFile(path.join(source, 'lab-page.css'), path.join(folder, 'lab-page.css')),
    copyFile(path.join(root, 'dist/sdk/ferry-sdk.js'), path.join(folder, 'ferry-sdk.js')),
  ]);
};

if (import.meta.main) await buildLab();
