import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageScript } from '#service/modal-page/page-assets.ts';
import { buildModalPage, modalPageAssets } from './build-modal-page.ts';

/** Bytes; 6 kB. */
const budget = 6_000;

test(`X4 modal page: at most ${budget} bytes of JavaScript gzipped`, () => {
  expect(gzipSync(pageScript, { level: 9 }).length).toBeLessThanOrEqual(budget);
});

test('X4 modal page: the generated module is up to date', async () => {
  const written = await readFile(modalPageAssets, 'utf8');
  expect(written === (await buildModalPage()), 'run node build/sdk/build-modal-page.ts').toBe(true);
});
