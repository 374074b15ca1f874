import { expect, test } from 'vitest';
import { createSessions, type OpenedSession } from './sessions.ts';

/** Creates sessions on a clock that only the test moves. */
function createTimedSessions() {
  let now = 0;
  let secondUseCount = 0;
  const sessions = createSessions({ clock: { monotonic: () => now }, onSecondUse: () => (secondUseCount += 1) });
  return { sessions, wait: (ms: number) => (now += ms), secondUses: () => secondUseCount };
}

function opened(sessions: ReturnType<typeof createSessions>, cookie?: string): OpenedSession {
  const outcome = sessions.open(sessions.issueStartToken(), cookie);
  if (typeof outcome === 'string') throw new Error(outcome);
  return outcome;
}

test('a start token works once, and a second use ends the session it opened', { tags: '@T21' }, () => {
  const { sessions, secondUses } = createTimedSessions();
  const other = opened(sessions);
  const token = sessions.issueStartToken();
  const first = sessions.open(token, undefined) as OpenedSession;
  const storedSession = sessions.find(first.cookie, first.secret);
  if (typeof storedSession === 'string') throw new Error(storedSession);
  expect(storedSession.ended.aborted).toBe(false);
  expect(sessions.open(token, undefined)).toBe('link_used');
  // The session's work is aborted, and no new work starts.
  expect(storedSession.ended.aborted).toBe(true);
  expect(sessions.find(first.cookie, first.secret)).toBe('ended');
  expect(sessions.knowsCookie(first.cookie)).toBe(false);
  expect(typeof sessions.find(other.cookie, other.secret)).toBe('object');
  // A third use of the token finds no session to end.
  expect(sessions.open(token, undefined)).toBe('link_used');
  expect(secondUses()).toBe(1);
});

test(
  'a second use of a token ends the first session, even much later and from another browser',
  { tags: '@T21' },
  () => {
    const { sessions, wait } = createTimedSessions();
    const token = sessions.issueStartToken();
    const first = sessions.open(token, undefined) as OpenedSession;
    wait(3 * 24 * 60 * 60_000);
    expect(sessions.open(token, 'a-cookie-of-another-browser')).toBe('link_used');
    expect(sessions.find(first.cookie, first.secret)).toBe('ended');
  },
);

test('a start token expires after 60 s', { tags: '@T21' }, () => {
  const { sessions, wait } = createTimedSessions();
  const [early, late] = [
    sessions.issueStartToken({ keepsEarlier: true }),
    sessions.issueStartToken({ keepsEarlier: true }),
  ];
  wait(59_999);
  expect(typeof sessions.open(early, undefined)).toBe('object');
  wait(1);
  expect(sessions.open(late, undefined)).toBe('link_expired');
  expect(sessions.open(late, undefined)).toBe('link_expired');
});

test('a session outlives the 60 s of its start link', { tags: '@T21' }, () => {
  const { sessions, wait } = createTimedSessions();
  const { cookie, secret } = opened(sessions);
  wait(10 * 60 * 60_000);
  expect(typeof sessions.find(cookie, secret)).toBe('object');
});

test('a request needs both the cookie and the secret of the same session', { tags: '@T4' }, () => {
  const { sessions } = createTimedSessions();
  const [first, second] = [opened(sessions), opened(sessions)];
  expect(typeof sessions.find(first.cookie, first.secret)).toBe('object');
  expect(sessions.find(first.cookie, undefined)).toBe('none');
  expect(sessions.find(undefined, first.secret)).toBe('none');
  expect(sessions.find(second.cookie, first.secret)).toBe('none');
  expect(sessions.find('', '')).toBe('none');
});

test('a second tab of the same browser keeps the cookie, so the first tab stays signed in', () => {
  const { sessions } = createTimedSessions();
  const first = opened(sessions);
  const second = opened(sessions, first.cookie);
  expect(second.cookie).toBe(first.cookie);
  expect(typeof sessions.find(first.cookie, first.secret)).toBe('object');
  expect(typeof sessions.find(second.cookie, second.secret)).toBe('object');
});

test("a second use of one tab's start link doesn't affect other tabs of the browser", { tags: '@T21' }, () => {
  const { sessions } = createTimedSessions();
  const first = opened(sessions);
  const token = sessions.issueStartToken();
  const second = sessions.open(token, first.cookie) as OpenedSession;
  sessions.open(token, undefined);
  expect(sessions.find(second.cookie, second.secret)).toBe('ended');
  expect(typeof sessions.find(first.cookie, first.secret)).toBe('object');
});

test("a cookie that the host didn't issue is not accepted for a session", { tags: '@T4' }, () => {
  const { sessions } = createTimedSessions();
  expect(opened(sessions, 'chosen-by-an-attacker').cookie).not.toBe('chosen-by-an-attacker');
});

test('a new start link revokes earlier unused links', { tags: ['@T4', '@T21'] }, () => {
  const { sessions, secondUses } = createTimedSessions();
  const old = sessions.issueStartToken();
  const used: string[] = [];
  const second = sessions.issueStartToken({ keepsEarlier: true, onUsed: () => used.push('second') });
  expect(typeof sessions.open(old, undefined)).toBe('object');
  const freshToken = sessions.issueStartToken({ onUsed: () => used.push('fresh') });
  expect(sessions.open(second, undefined)).toBe('link_expired');
  expect(typeof sessions.open(freshToken, undefined)).toBe('object');
  expect([used, secondUses()]).toEqual([['fresh'], 0]);
});
