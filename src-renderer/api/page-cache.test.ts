import { QueryClient } from '@tanstack/react-query';
import { asyncProperty, assert as hold, array, constantFrom } from 'fast-check';
import { expect, test } from 'vitest';
import { fetchWithChanges, changeCache, keepReply, readWithChanges } from './page-cache.ts';

const key = ['lines'] as const;
const add =
  (line: number) =>
  (before: readonly number[] = []): readonly number[] =>
    before.includes(line) ? before : [...before, line];

/** A response whose value is fixed when the request is sent, and that arrives when the test releases it. */
function heldReply<Value>(value: Value): { readonly ask: () => Promise<Value>; readonly letGo: () => void } {
  let release = (): void => undefined;
  const go = new Promise<void>((resolve) => (release = resolve));
  return { ask: () => go.then(() => value), letGo: release };
}

test('a page has the data of the last event, in any order of arrival', { tags: '@C5' }, async () => {
  await hold(
    asyncProperty(array(constantFrom('send', 'tell', 'come'), { maxLength: 12 }), async (steps) => {
      const client = new QueryClient();
      client.setQueryData(key, []);
      const truth: number[] = [];
      const pendingReplies: (() => Promise<void>)[] = [];
      for (const step of steps) {
        if (step === 'tell') {
          truth.push(truth.length);
          changeCache(client, key, add(truth.length - 1));
        }
        if (step === 'send') {
          const { ask, letGo } = heldReply([...truth] as readonly number[]);
          const stored = keepReply(client, key, ask);
          pendingReplies.push(async () => {
            letGo();
            await stored;
          });
        }
        // The responses arrive in reverse order.
        if (step === 'come') await pendingReplies.pop()?.();
      }
      for (const come of pendingReplies) await come();
      expect(client.getQueryData(key)).toEqual(truth);
    }),
  );
});

test('a first read includes the events that arrived during it', { tags: '@C5' }, async () => {
  const client = new QueryClient();
  const { ask, letGo } = heldReply<readonly number[]>([1]);
  const read = client.fetchQuery({ queryKey: key, queryFn: readWithChanges(ask) });
  changeCache(client, key, (before: readonly number[] | undefined) => (before ? add(2)(before) : undefined));
  letGo();
  expect(await read).toEqual([1, 2]);
});

test('a failed read does not affect the next read', { tags: '@C5' }, async () => {
  const client = new QueryClient();
  client.setQueryData(key, [1]);
  await fetchWithChanges(client, key, async () => {
    changeCache(client, key, add(2));
    throw new TypeError('no reply');
  }).catch(() => undefined);
  expect(await fetchWithChanges(client, key, async () => [5])).toEqual([5]);
});

test('events about data that no page has read are not cached', { tags: '@C5' }, () => {
  const client = new QueryClient();
  changeCache(client, key, () => [1]);
  expect(client.getQueryCache().getAll()).toEqual([]);
});
