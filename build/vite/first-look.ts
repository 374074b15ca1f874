import { mkdtempDisposableSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import react from '@vitejs/plugin-react';
import type { InlineConfig, Plugin } from 'vite';
import { bundleChunk } from './bundle-chunk.ts';

const place = '<div id="root"></div>';

/** Builds a single file in memory and returns its contents. */
async function buildToText(root: string, config: InlineConfig['build']): Promise<string> {
  const extraConfig = { plugins: [react()], ssr: { noExternal: true as const } };
  return (await bundleChunk(root, config, extraConfig)).code;
}

/** Renders the markup of the initial page without a browser window. */
async function markup(root: string): Promise<string> {
  const program = await buildToText(root, {
    ssr: path.join(root, 'first-look', 'first-look.tsx'),
    minify: false,
    rolldownOptions: { output: { codeSplitting: false } },
  });
  using folder = mkdtempDisposableSync(path.join(tmpdir(), 'ferry-first-look-'));
  const file = path.join(folder.path, 'first-look.mjs');
  writeFileSync(file, program);
  const { shellMarkup } = (await import(pathToFileURL(file).href)) as { shellMarkup: () => string };
  return shellMarkup();
}

/** Writes the initial markup into the page, so that it appears before any script runs. Only in builds. */
export const firstLook = (root: string): Plugin => ({
  name: 'ferry:first-look',
  apply: 'build',
  async buildStart() {
    const source = await buildToText(root, {
      lib: { entry: path.join(root, 'first-look', 'before-paint.ts'), formats: ['iife'], name: 'beforePaint' },
      target: 'chrome108',
      minify: true,
    });
    this.emitFile({ type: 'asset', fileName: 'before-paint.js', source });
  },
  transformIndexHtml: {
    order: 'post',
    handler: async (html) => {
      if (!html.includes(place)) throw new Error(`The page has no ${place} for the first look.`);
      const shell = await markup(root);
      return {
        html: html.replace(place, () => `<div id="root">${shell}</div>`),
        tags: [{ tag: 'script', attrs: { src: './before-paint.js' }, injectTo: 'head-prepend' }],
      };
    },
  },
});
