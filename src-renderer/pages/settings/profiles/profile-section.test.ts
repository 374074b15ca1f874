import { expect, test } from 'vitest';
import { deletionSummary } from './profile-section.tsx';

const key = { lastFour: '4f2a', storage: 'keychain' } as const;

test('the sentence is empty if nothing is deleted with a profile', { tags: '@C5' }, () => {
  expect(deletionSummary({ key: null, profileData: [] })).toBe('');
});

test('the sentence lists a single kind of data and a count of one', { tags: '@C5' }, () => {
  expect(deletionSummary({ key: { ...key, storage: 'session' }, profileData: [] })).toBe(
    'This also deletes the key ····4f2a. ',
  );
  expect(deletionSummary({ key: null, profileData: [{ kind: 'views', count: 1 }] })).toBe(
    'This also deletes 1 saved view. ',
  );
});

test('the sentence lists everything that is deleted, even without a count', { tags: '@C5' }, () => {
  const profileData = [
    { kind: 'timeline', count: 1_284 },
    { kind: 'views', count: 2 },
    { kind: 'watches', count: null },
  ] as const;
  expect(deletionSummary({ key, profileData })).toBe(
    'This also deletes the key ····4f2a in the keychain, 1,284 timeline entries, 2 saved views and its watched migrations. ',
  );
});
