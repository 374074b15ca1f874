import { expect, test } from 'vitest';
import { createRecentProfiles } from './recent-profiles.ts';

test('C33 beyond the rows of all profiles together, those used longest ago go first, never the ones on screen', () => {
  const { use, pickToDrop } = createRecentProfiles();
  for (const id of ['first', 'second', 'third', 'first', 'fourth']) use(id);
  const held = [
    { profileId: 'first', rows: 40 },
    { profileId: 'second', rows: 10 },
    { profileId: 'second', rows: 10 },
    { profileId: 'third', rows: 0 },
    { profileId: 'fourth', rows: 50 },
  ];
  expect(pickToDrop(held, 110, 'fourth')).toEqual([]);
  expect(pickToDrop(held, 109, 'fourth')).toEqual(['second']);
  expect(pickToDrop(held, 89, 'fourth')).toEqual(['second', 'first']);
  expect(pickToDrop(held, 10, 'fourth')).toEqual(['second', 'first']);
  expect(pickToDrop(held, 60, 'second')).toEqual(['first', 'fourth']);
});
