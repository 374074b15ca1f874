import { setImmediate } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { mergeQueries } from './callers.ts';

const asking = (answer: (question: string) => string) => {
  const requests: string[] = [];
  const ask = mergeQueries(async (question) => {
    requests.push(question);
    return answer(question);
  });
  return { requests, ask };
};

test('equal queries of one tick share one result', { tags: '@X1' }, async () => {
  const { requests, ask } = asking((question) => `owner of ${question}`);
  expect(await Promise.all([ask('a'), ask('b'), ask('a')])).toEqual(['owner of a', 'owner of b', 'owner of a']);
  expect(requests).toEqual(['a', 'b']);
});

test(
  "a result is never older than its query, and isn't reused in the next tick",
  { tags: ['@X2', '@T17'] },
  async () => {
    let revoked = false;
    const { requests, ask } = asking(() => (revoked ? 'refused' : 'good'));
    const before = ask('key');
    revoked = true;
    expect(await before).toBe('refused');
    revoked = false;
    expect(await ask('key')).toBe('good');
    expect(requests).toHaveLength(2);
  },
);

test('a failure rejects all queries of the tick, and the next tick tries again', { tags: '@X1' }, async () => {
  let broken = true;
  const { ask } = asking(() => {
    if (broken) throw new Error('no store');
    return 'good';
  });
  const settled = await Promise.allSettled([ask('key'), ask('key')]);
  expect(settled.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
  broken = false;
  expect(await ask('key')).toBe('good');
});

test('queries that arrive during a running query share the next query', { tags: ['@X2', '@T17'] }, async () => {
  const running: PromiseWithResolvers<string>[] = [];
  const ask = mergeQueries(() => {
    const query = Promise.withResolvers<string>();
    running.push(query);
    return query.promise;
  });
  const first = ask('key');
  await setImmediate();
  const later: Promise<string>[] = [];
  for (let tick = 0; tick < 20; tick++) {
    later.push(ask('key'));
    await setImmediate();
  }
  expect(running).toHaveLength(1);
  running[0]?.resolve('before the revocation');
  expect(await first).toBe('before the revocation');
  await setImmediate();
  expect(running).toHaveLength(2);
  running[1]?.resolve('refused');
  expect(new Set(await Promise.all(later))).toEqual(new Set(['refused']));
});
