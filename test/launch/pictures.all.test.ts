import { expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { comparePictures } from '#test/screens/stale-pictures.ts';

/**
 * Share of differing pixels. Measured: 0.1 % without changes, 0.9 % if only the order of calls on Requests changed. A
 * layout change gives more than 3 %.
 */
const maxDifference = 0.03;

test('every picture of the documents shows the current page', async () => {
  await ensureBuild();
  const comparison = await comparePictures();
  const stale = comparison.filter(({ difference }) => difference > maxDifference);
  const list = stale.map(({ name, difference }) => `${name}: ${(difference * 100).toFixed(1)} % differ`);
  expect(list, '`npm run screens -- --docs` renews them').toEqual([]);
});
