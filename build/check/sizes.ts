import { readFileSync } from 'node:fs';
import path from 'node:path';
import { gzipSync } from 'node:zlib';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { bundleChunk } from '#build/vite/bundle-chunk.ts';
import { filesOf, type Manifest, findEagerFiles } from './page-chunks.ts';

/** Size budgets as multiples of react and react-dom (P14). */
const budgets = [
  { name: 'shell', entries: ['index.html', 'shell'], maxTimes: 1.9 },
  { name: 'shell and Migrations', entries: ['index.html', 'shell', 'list'], maxTimes: 2.5 },
] as const;
/** Modules that must load only on demand. */
const lazyModules = [
  'shell/palette/command-palette.tsx',
  'pages/migrations/drawer/migration-drawer.tsx',
  'pages/settings/settings-page.tsx',
  'pages/overview/overview-page.tsx',
];

const pages = path.join(projectRoot, 'out', 'renderer');
const gzipped = (code: string | Uint8Array): number => gzipSync(code, { level: 9 }).length;

/** Returns the size of react and react-dom as built here, in gzipped bytes. */
async function baseline(): Promise<number> {
  const id = 'virtual:react-alone';
  const source =
    "import * as react from 'react'; import { createRoot } from 'react-dom/client'; globalThis.used = [react, createRoot];";
  const { code } = await bundleChunk(
    projectRoot,
    { target: 'chrome108', minify: true, rolldownOptions: { input: id } },
    {
      define: { 'process.env.NODE_ENV': '"production"' },
      plugins: [
        {
          name: 'react-alone',
          resolveId: (wanted) => (wanted === id ? `\0${id}` : null),
          load: (wanted) => (wanted === `\0${id}` ? source : null),
        },
      ],
    },
  );
  return gzipped(code);
}

const kilobytes = (bytes: number): string => `${(bytes / 1000).toFixed(1)} kB`;

await ensureBuild();
const manifest = JSON.parse(readFileSync(path.join(pages, '.vite', 'manifest.json'), 'utf8')) as Manifest;
const react = await baseline();
let hasFailed = false;
console.log(`react and react-dom: ${kilobytes(react)} gzipped`);
for (const { name, entries, maxTimes } of budgets) {
  const files = filesOf(manifest, entries);
  const bytes = files.reduce((sum, file) => sum + gzipped(readFileSync(path.join(pages, file))), 0);
  const times = bytes / react;
  const isTooLarge = times > maxTimes;
  hasFailed ||= isTooLarge;
  const limit = isTooLarge ? `which is more than ${maxTimes}` : `at most ${maxTimes}`;
  console.log(`${name}: ${kilobytes(bytes)} in ${files.length} files, ${times.toFixed(2)} times react, ${limit}`);
  for (const module of findEagerFiles(manifest, lazyModules, files)) {
    hasFailed = true;
    console.log(`${module} is loaded with ${name}: import it lazily`);
  }
}
process.exitCode = hasFailed ? 1 : 0;
