import { expect, test } from 'vitest';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { comparePictures } from '#test/screens/stale-pictures.ts';

/** Measured: 0.1 % if nothing changed, 0.9 % if the calls on Requests came in another order. Another layout changes more. */
const maxDifference = 0.03;

test('docs: every picture shows the page as it looks today', async () => {
  await ensureBuild();
  const compared = await comparePictures();
  const stale = compared.filter(({ difference }) => difference > maxDifference);
  const list = stale.map(({ name, difference }) => `${name}: ${(difference * 100).toFixed(1)} % differ`);
  expect(list, '`npm run screens -- --docs` renews them').toEqual([]);
});
