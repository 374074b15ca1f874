import { expect, test } from 'vitest';
import { createSessions } from './sessions.ts';

test('[security] (T4) a start token opens once', () => {
  const sessions = createSessions();
  const token = sessions.issueStartToken();
  expect(sessions.open(token, undefined)).not.toBeNull();
  expect(sessions.open(token, undefined)).toBeNull();
});

test('[security] (T4) cookie and secret are both needed, and belong together', () => {
  const sessions = createSessions();
  const first = sessions.open(sessions.issueStartToken(), undefined);
  const second = sessions.open(sessions.issueStartToken(), undefined);
  if (!first || !second) throw new Error('no session');
  expect(sessions.isOpen(first.cookie, first.secret)).toBe(true);
  expect(sessions.isOpen(first.cookie, undefined)).toBe(false);
  expect(sessions.isOpen(undefined, first.secret)).toBe(false);
  expect(sessions.isOpen(second.cookie, first.secret)).toBe(false);
  expect(sessions.isOpen('', '')).toBe(false);
});

test('a second tab of the same browser keeps the cookie, so that the first one stays open', () => {
  const sessions = createSessions();
  const first = sessions.open(sessions.issueStartToken(), undefined);
  const second = sessions.open(sessions.issueStartToken(), first?.cookie);
  expect(second?.cookie).toBe(first?.cookie);
  expect(sessions.isOpen(first?.cookie, first?.secret)).toBe(true);
  expect(sessions.isOpen(second?.cookie, second?.secret)).toBe(true);
});

test('[security] (T4) a foreign cookie is not adopted', () => {
  const sessions = createSessions();
  expect(sessions.open(sessions.issueStartToken(), 'chosen-by-an-attacker')?.cookie).not.toBe('chosen-by-an-attacker');
});

test('[security] (T4) a new link ends the one before it', () => {
  const sessions = createSessions();
  const old = sessions.issueStartToken();
  sessions.issueStartToken();
  expect(sessions.open(old, undefined)).toBeNull();
});
