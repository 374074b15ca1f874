import { expect, test } from 'vitest';
import { importWords } from './notes-store.tsx';

const none = { changed: 0, unchanged: 0, unreadable: 0, replacedNotes: 0, keptNotes: 0 };

test('C51 an import says what it changed, which of two notes stayed, and what it could not read', () => {
  expect(importWords({ ...none, unchanged: 3 })).toEqual(['Nothing was new.']);
  expect(importWords({ changed: 1, unchanged: 2, unreadable: 4, replacedNotes: 1, keptNotes: 2 })).toEqual([
    'Notes or marks of 1 migration were taken over.',
    '2 migrations stayed as before.',
    '1 note of yours gave way to newer ones of the file.',
    '2 notes of the file differ from newer ones of yours, which stay.',
    '4 of its entries could not be read and were left out.',
  ]);
});
