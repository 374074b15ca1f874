import { copyFile, mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { projectRoot as root } from '../launch/base/project-root.ts';
import { bundleChunk } from '../vite/bundle-chunk.ts';

const source = path.join(root, 'src-main/console/modal-lab/page');

const folder = path.join(root, 'out/lab');

// Builds the modal lab's page. Includes the SDK that `build:sdk` makes.
const { code } = await bundleChunk(root, {
  target: 'chrome108',
  lib: { entry: path.join(source, 'lab-page.ts'), formats: ['iife'], name: 'ferryLab', fileName: 'lab-page' },
});
await rm(folder, { recursive: true, force: true });
await mkdir(folder, { recursive: true });
await Promise.all([
  writeFile(path.join(folder, 'lab-page.js'), code),
  copyFile(path.join(source, 'lab-page.html'), path.join(folder, 'lab-page.html')),
  copyFile(path.join(source, 'lab-page.css'), path.join(folder, 'lab-page.css')),
  copyFile(path.join(root, 'dist/sdk/ferry-sdk.js'), path.join(folder, 'ferry-sdk.js')),
]);
