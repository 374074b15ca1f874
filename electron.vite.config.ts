import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import react from '@vitejs/plugin-react';
import { defineConfig } from 'electron-vite';
import { firstLook } from './build/vite/first-look.ts';
import { firstPage } from './build/vite/first-page.ts';
import { nodePrograms } from './build/vite/node-programs.ts';
import { shippedPackages } from './build/vite/shipped-packages.ts';
import { userGuide } from './build/vite/user-guide.ts';

const root = path.dirname(fileURLToPath(import.meta.url));
const at = (...parts: string[]) => path.join(root, ...parts);
/** The oldest runtimes that the shipped build supports. */
const chrome = 'chrome108';
const node = 'node16.17';
const oneCommonJsFile = { format: 'cjs', entryFileNames: '[name].cjs', codeSplitting: false } as const;

export default defineConfig(({ command }) => {
  if (command === 'serve') process.env['ELECTRON_EXEC_PATH'] ??= createRequire(import.meta.url)('electron') as string;
  return {
    main: {
      root,
      plugins: [
        shippedPackages(root, 'main'),
        nodePrograms(root, [
          { name: 'service', entry: 'src-service/cli/main.ts', isSplit: true },
          { name: 'content', entry: 'src-service/content-program.ts' },
          { name: 'data', entry: 'src-data/main.ts' },
          { name: 'verify', entry: 'src-main/verify/main.ts' },
          { name: 'browser-host', entry: 'src-main/hosts/browser/main.ts', external: ['keytar'] },
        ]),
      ],
      build: {
        target: node,
        outDir: at('out/main'),
        externalizeDeps: false,
        lib: { entry: at('src-main/main.ts'), formats: ['cjs'] },
        // Separate files for code that isn't needed to open the window, so that reading it doesn't delay the window.
        rolldownOptions: {
          external: ['keytar'],
          output: { format: 'cjs', entryFileNames: '[name].cjs', chunkFileNames: '[name].cjs' },
        },
      },
    },
    preload: {
      root,
      plugins: [shippedPackages(root, 'preload')],
      build: {
        target: node,
        outDir: at('out/preload'),
        externalizeDeps: false,
        lib: { entry: at('src-preload/console-window.ts'), formats: ['cjs'] },
        rolldownOptions: { output: oneCommonJsFile },
      },
    },
    renderer: {
      root: at('src-renderer'),
      base: './',
      plugins: [
        react(),
        userGuide(root),
        firstLook(at('src-renderer')),
        firstPage('shell', ['list', 'banners']),
        shippedPackages(root, 'renderer'),
      ],
      css: { transformer: 'lightningcss', lightningcss: { targets: { chrome: 108 << 16 } } },
      build: {
        target: chrome,
        cssTarget: chrome,
        outDir: at('out/renderer'),
        emptyOutDir: true,
        // `build/check/sizes.ts` reads the manifest.
        manifest: true,
        // Small files must not become data URLs, which the content security policy blocks.
        assetsInlineLimit: 0,
        minify: true,
        cssMinify: 'lightningcss',
        rolldownOptions: {
          input: at('src-renderer/index.html'),
          output: {
            // Few files for the code of every page, because each file costs a request and compresses separately.
            codeSplitting: {
              groups: [
                { name: 'start', tags: ['$initial'], priority: 4 },
                { name: 'shell', test: /src-renderer\/main\.tsx$/, priority: 3 },
                { name: 'list', test: /(components\/list-page|migrations\/migrations-page)\.tsx$/, priority: 2 },
                { name: 'banners', test: /banners\/banners\.tsx$/, priority: 1 },
              ],
            },
          },
        },
      },
    },
  };
});
