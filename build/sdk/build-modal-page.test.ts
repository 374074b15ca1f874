import { gzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { pageScript, stepsScript } from '#service/modal-page/page-assets.ts';

// The page waits only for the first of its two scripts.
test.each([
  { name: 'modal page', script: pageScript, maxBytes: 6_000 },
  { name: 'modal page, steps of the copy', script: stepsScript, maxBytes: 2_000 },
])('the bundle $name has at most $maxBytes bytes of JavaScript gzipped', { tags: '@X4' }, ({ script, maxBytes }) => {
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(maxBytes);
});
