import { Circle } from 'lucide-react';
import { expect, test } from 'vitest';
import type { PaletteEntry } from '../../components/palette/palette-entries.ts';
import { matchLabel, shownGroups } from './palette-groups.ts';

test(
  'the palette ranks a match at the start first, then at the start of a word, then anywhere',
  { tags: '@C37' },
  () => {
    const ranks = ['Halden Logistics AB', 'Old Harbour', 'Change profile'].map(
      (label) => matchLabel(label, 'ha')?.rank,
    );
    expect(ranks).toEqual([0, 1, 2]);
    expect(matchLabel('Migrations', 'ha')).toBeNull();
  },
);

test('the palette marks the letters of every word, once each', { tags: '@C37' }, () => {
  expect(matchLabel('Halden Logistics AB', 'lo ha')?.marks).toEqual([
    [0, 2],
    [7, 9],
  ]);
  expect(matchLabel('banana', 'anan nana')?.marks).toEqual([[1, 6]]);
  expect(matchLabel('Halden', 'ha xx')).toBeNull();
});

test('the palette finds labels that get longer in lower case, without highlighting', { tags: '@C37' }, () => {
  expect(matchLabel('İzmir Ltd', 'ltd')).toEqual({ rank: 1, marks: [] });
});

const entry = (label: string, more: Partial<PaletteEntry> = {}): PaletteEntry => ({
  id: label,
  label,
  icon: Circle,
  run: () => undefined,
  ...more,
});
const groups = [
  { name: 'Companies', entries: [entry('Old Company'), entry('A Company')], found: true },
  { name: 'Pages', entries: [entry('Migrations'), entry('Companies')] },
  { name: 'Actions', entries: [entry('Refresh', { note: 'the companies' }), entry('Rare', { quiet: true })] },
];
const labels = (typed: string) =>
  shownGroups(groups, typed).map(({ name, entries }) => [name, ...entries.map(({ label }) => label)]);

test('the group with the best match comes first, and notes are searched, too', { tags: '@C37' }, () => {
  expect(labels('compan')).toEqual([
    ['Pages', 'Companies'],
    ['Companies', 'Old Company', 'A Company'],
    ['Actions', 'Refresh'],
  ]);
});

test(
  "results of the console's own search stay even if their names don't contain the search string",
  { tags: '@C37' },
  () => {
    expect(labels('zzz')).toEqual([['Companies', 'Old Company', 'A Company']]);
  },
);

test('before the user types, the palette lists everything but rarely used entries', { tags: '@C37' }, () => {
  expect(labels('')).toEqual([
    ['Companies', 'Old Company', 'A Company'],
    ['Pages', 'Migrations', 'Companies'],
    ['Actions', 'Refresh'],
  ]);
});
