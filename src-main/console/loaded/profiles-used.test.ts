import { expect, test } from 'vitest';
import { createProfilesUsed } from './profiles-used.ts';

test('C33 beyond the rows of all profiles together, those used longest ago go first, never the ones on screen', () => {
  const { use, toLetGo } = createProfilesUsed();
  for (const id of ['first', 'second', 'third', 'first', 'fourth']) use(id);
  const held = [
    { profileId: 'first', rows: 40 },
    { profileId: 'second', rows: 10 },
    { profileId: 'second', rows: 10 },
    { profileId: 'third', rows: 0 },
    { profileId: 'fourth', rows: 50 },
  ];
  expect(toLetGo(held, 110, 'fourth')).toEqual([]);
  expect(toLetGo(held, 109, 'fourth')).toEqual(['second']);
  expect(toLetGo(held, 89, 'fourth')).toEqual(['second', 'first']);
  expect(toLetGo(held, 10, 'fourth')).toEqual(['second', 'first']);
  expect(toLetGo(held, 60, 'second')).toEqual(['first', 'fourth']);
});
