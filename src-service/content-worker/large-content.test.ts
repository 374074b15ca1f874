import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { largeContentTurn, withLargeContent } from './large-content.ts';

test(
  'a slow server with many accounts delays the tasks of another server by one turn at most',
  { tags: ['@X30', '@T97', '@A6'] },
  async () => {
    const { signal } = new AbortController();
    const order: string[] = [];
    const hold = (server: string, account: string): Promise<void> =>
      withLargeContent(account, async () => {
        await largeContentTurn(server)(signal);
        order.push(account);
        await setImmediate();
      });
    const slow = ['eve 1', 'eve 1', 'eve 2', 'eve 3'].map((account) => hold('https://slow.example', account));
    await Promise.all([...slow, hold('https://dav.example', 'ada')]);
    expect(order).toEqual(['eve 1', 'ada', 'eve 1', 'eve 2', 'eve 3']);
  },
);

test('an end user who leaves the queue delays no one', { tags: '@X30' }, async () => {
  const leave = new AbortController();
  const order: string[] = [];
  const hold = (account: string, signal: AbortSignal): Promise<void> =>
    withLargeContent(account, async () => {
      await largeContentTurn('https://dav.example')(signal);
      order.push(account);
      await setImmediate();
    });
  const { signal } = new AbortController();
  const ada = hold('ada', signal);
  const eve = hold('eve', leave.signal);
  const bob = hold('bob', signal);
  leave.abort(new Error('left'));
  await expect(eve).rejects.toThrow('left');
  await Promise.all([ada, bob]);
  expect(order).toEqual(['ada', 'bob']);
});
