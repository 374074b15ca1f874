import { expect, test } from 'vitest';
import { importWords } from './profiles-section.tsx';

const none = { changed: 0, unchanged: 0, unreadable: 0, replacedNotes: 0, keptNotes: 0 };

test('the summary of an import counts changes, kept notes and unreadable entries', { tags: '@C51' }, () => {
  expect(importWords({ ...none, unchanged: 3 })).toEqual(['The file contains no new notes or marks.']);
  expect(importWords({ changed: 1, unchanged: 2, unreadable: 4, replacedNotes: 1, keptNotes: 2 })).toEqual([
    'Imported notes or marks for 1 migration.',
    '2 migrations unchanged.',
    'Newer versions in the file replaced 1 note.',
    'Kept your newer version of 2 notes.',
    'Unreadable entries skipped: 4.',
  ]);
});
