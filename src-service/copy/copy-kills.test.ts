import { afterAll, beforeAll, expect, test } from 'vitest';
import { newCopy } from '../migration-engine/copy-state.ts';
import { type Destination, placeOf, type SourceAccount } from '../providers/copy-ports.ts';
import type { CopiedItem, CopiedItemStore } from '../store/copied-items.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { createCopy } from './copy-collections.ts';
import { keyOf } from './item-content.ts';

let service: TestService;
beforeAll(async () => {
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(() => service.end());

const card = (uid: string, more = ''): Buffer => Buffer.from(`UID:${uid}\r\nFN:Ada\r\n${more}`);
const cards = new Map([
  ['plain', card('plain')],
  ['altered', card('altered', 'X-LOST:1\r\n')],
  ['differs', card('differs', 'NOTE:of the source\r\n')],
  ['vanishes', card('vanishes')],
]);
const collection = { id: 'friends', name: 'Friends', kind: 'contacts', count: cards.size } as const;
const account: SourceAccount = {
  id: 'ada',
  collections: async () => [collection],
  items: async function* () {
    yield* cards.keys();
  },
  read: async (item) => cards.get(item),
};
const placeOfItem = (item: string): string => placeOf('room/', keyOf(item), 'contacts');

/** A destination that loses a line, and holds another item at the place of one. */
const openDestination = () => {
  const held = new Map([[placeOfItem('differs'), card('differs', 'NOTE:of somebody else\r\n')]]);
  const destination: Destination = {
    prepare: async () => 'room/',
    taken: async () => new Set(held.keys()),
    write: async (place, content) => {
      if (held.has(place)) return 'occupied';
      held.set(place, Buffer.from(String(content).replace(/X-LOST.*\r\n/, '')));
      return 'written';
    },
    read: async (place) => {
      const content = held.get(place);
      return content && { content, revision: '1' };
    },
  };
  return { held, destination };
};

/** What is called lives for so many steps: it is killed before or after one, and nothing works from then on. */
const livingFor = (steps: number) => {
  let left = steps;
  const live = (): void => {
    if (left-- <= 0) throw new Error('killed');
  };
  const living =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      live();
      const result = await act(...args);
      live();
      return result;
    };
  return { living, isDead: () => left < 0 };
};

const run = async (
  steps: number,
  migrationId: string,
  destination: Destination,
): Promise<{ readonly isDead: boolean; readonly items: readonly CopiedItem[] }> => {
  const { copiedItems } = service.store;
  const { living, isDead } = livingFor(steps);
  const items: CopiedItemStore = { ...copiedItems, put: living(copiedItems.put) };
  const job = {
    organization: 1,
    migrationId,
    account: { ...account, read: living(account.read) },
    destination: { ...destination, write: living(destination.write), read: living(destination.read) },
    items,
    signal: new AbortController().signal,
    now: async () => 1,
  };
  await createCopy(newCopy(account.id, [collection]), job)
    .run()
    .catch((error: Error) => expect(error.message).toBe('killed'));
  return { isDead: isDead(), items: await copiedItems.ofCollection(migrationId, 'friends') };
};

test('X29 [fault] (F51) killed at any moment, a copy knows its own work from what was there before, and asks about nothing else', async () => {
  let kills = 0;
  for (let isDead = true; isDead; kills++) {
    const migrationId = `killed ${kills}`;
    const { held, destination } = openDestination();
    ({ isDead } = await run(kills, migrationId, destination));
    const vanished = cards.get('vanishes');
    cards.delete('vanishes');
    const wasBrought = held.has(placeOfItem('vanishes'));
    const { items } = await run(Infinity, migrationId, destination);
    cards.set('vanishes', vanished ?? card('vanishes'));
    const found = Object.fromEntries(items.map(({ item, state, reason }) => [item, [state, reason]]));
    const isListed = wasBrought || 'vanishes' in found;
    expect([kills, found]).toEqual([
      kills,
      {
        plain: ['copied', null],
        altered: ['failed', 'altered'],
        differs: ['conflict', null],
        ...(isListed && { vanishes: wasBrought ? ['copied', null] : ['failed', 'vanished'] }),
      },
    ]);
    expect(held.size).toBe(wasBrought ? 4 : 3);
    expect(String(held.get(placeOfItem('differs')))).toContain('of somebody else');
  }
  expect(kills).toBeGreaterThan(20);
});
