import { readFile } from 'node:fs/promises';
import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildModalPage, modalPageAssets } from './build-modal-page.ts';
import { modalScripts } from './modal-scripts.ts';

test.each(modalScripts)(
  '$name: at most $maxBytes bytes of JavaScript gzipped',
  { tags: '@X4' },
  ({ script, maxBytes }) => {
    expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
  },
);

test('modal page: the generated module is up to date', { tags: '@X4' }, async () => {
  const written = await readFile(modalPageAssets, 'utf8');
  expect(written === (await buildModalPage()), 'run node build/sdk/build-modal-page.ts').toBe(true);
});
