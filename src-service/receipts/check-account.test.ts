import { expect, test } from 'vitest';
import { CollectionForbidden, type SourceAccount } from '../providers/copy-ports.ts';
import { checkAccount } from './check-account.ts';

const account: SourceAccount = {
  id: 'ada',
  collections: async () => [],
  items: async function* () {
    yield* [];
    throw new CollectionForbidden();
  },
  read: async () => undefined,
};

const statesOf = async (hash: string | null): Promise<readonly string[]> => {
  const found: string[] = [];
  const onItem = (_: string, state: string): void => void found.push(state);
  const collections = new Map([['/ada/people/', [{ id: '/ada/people/p1.vcf', hash }]]]);
  await checkAccount({ account, collections, findsAdded: true, onItem, signal: new AbortController().signal });
  return found;
};

test('a collection that cannot be listed is deleted, unless the receipt has no hash that shows it', async () => {
  expect(await statesOf('00')).toEqual(['missing']);
  await expect(statesOf(null)).rejects.toThrow(CollectionForbidden);
});
