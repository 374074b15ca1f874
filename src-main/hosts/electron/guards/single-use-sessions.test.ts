import type { Session } from 'electron';
import { expect, test } from 'vitest';
import { createSingleUseSessions } from './single-use-sessions.ts';

test('each POST has its own session while it runs and reuses no connection', { tags: '@C12' }, async () => {
  const closed: string[] = [];
  const open = (name: string) => ({ closeAllConnections: async () => void closed.push(name) }) as unknown as Session;
  const take = createSingleUseSessions(open);
  const first = await take();
  const second = await take();
  expect(first.session).not.toBe(second.session);
  first.done();
  // A session returned twice must not be lent to two requests.
  first.done();
  const [third, fourth] = [await take(), await take()];
  expect(third.session).toBe(first.session);
  expect(fourth.session).not.toBe(third.session);
  expect(closed).toEqual(['ferry-post-1', 'ferry-post-2', 'ferry-post-1', 'ferry-post-3']);
});
