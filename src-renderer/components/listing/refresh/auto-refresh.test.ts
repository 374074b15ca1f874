import { expect, test } from 'vitest';
import { nextRefreshAt, refreshShare, type RefreshFacts } from './auto-refresh.ts';

const facts: RefreshFacts = { seconds: 30, triedAt: 1_000_000, reading: false, pageHidden: false, errorCode: null };

test('the next refresh is due one interval after the last read ended', { tags: '@C36' }, () => {
  expect(nextRefreshAt(facts)).toBe(1_030_000);
  expect(nextRefreshAt({ ...facts, seconds: 10 })).toBe(1_010_000);
});

test.each<[string, Partial<RefreshFacts>]>([
  ['automatic refresh is off', { seconds: 0 }],
  ['nothing was read yet', { triedAt: 0 }],
  ['a read is in progress', { reading: true }],
  ['the page is hidden', { pageHidden: true }],
  ['the key is rejected', { errorCode: 'unauthorized' }],
  ['the key lacks permission', { errorCode: 'forbidden' }],
  ['a transient failure is being retried', { errorCode: 'offline' }],
  ['the pause of a rate limit lasts', { errorCode: 'rate_limited' }],
  ['a captive portal responds', { errorCode: 'unreadable_reply' }],
])('no refresh is due while %s', { tags: '@C36' }, (_name, change) => {
  expect(nextRefreshAt({ ...facts, ...change })).toBeNull();
});

test("a permanent failure doesn't change the refresh interval", { tags: '@C36' }, () => {
  expect(nextRefreshAt({ ...facts, errorCode: 'invalid_request' })).toBe(1_030_000);
});

test('the countdown ring fills from empty to full, and not beyond', { tags: '@C36' }, () => {
  expect(refreshShare(1_030_000, 30, 1_000_000)).toBe(0);
  expect(refreshShare(1_030_000, 30, 1_015_000)).toBe(0.5);
  expect(refreshShare(1_030_000, 30, 1_090_000)).toBe(1);
  expect(refreshShare(1_030_000, 30, 900_000)).toBe(0);
});
