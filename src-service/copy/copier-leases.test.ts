import { pino } from 'pino';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { createContentWorker } from '../content-worker/content-worker.ts';
import type { Destination, SourceAccount } from '../providers/copy-ports.ts';
import { openMigration } from '../testing/open-migration.ts';
import { passwordSource } from '../testing/password-source.ts';
import { openTestService, type TestService } from '../testing/test-service.ts';
import { type Copier, startCopier } from './copier.ts';
import { pairOf } from './copy-collections.ts';

const itemCount = 6;
const account: SourceAccount = {
  id: 'friends of ada',
  collections: async () => [{ id: 'friends', name: 'Friends', kind: 'contacts', count: itemCount }],
  items: async function* () {
    for (let index = 0; index < itemCount; index++) yield { id: `c${index}` };
  },
  read: async (item) => ({ content: Buffer.from(`UID:${item}\r\nFN:Ada`) }),
};
const written = new Map<string, Buffer>();
let writes: AbortSignal[];
/** Writes after the second one wait for `release`. */
let waits: Promise<void>;
let release: () => void;
/** Changes every item, like SOGo. */
const destination: Destination = {
  id: 'friends',
  prepare: async () => 'contacts/',
  taken: async () => new Map([...written.keys()].map((place) => [place, undefined])),
  write: async (place, content, { signal }) => {
    writes.push(signal);
    if (writes.length > 2) {
      const lost = new Promise<never>((_done, fail) => signal.addEventListener('abort', () => fail(signal.reason)));
      await Promise.race([waits, lost]);
    }
    if (written.has(place)) return 'occupied';
    written.set(place, Buffer.from(`${String(content)}\r\nNOTE:of the server`));
    return 'written';
  },
  read: async (place) => {
    const content = written.get(place);
    return content && { content, revision: '1' };
  },
};

const content = createContentWorker();
let service: TestService;
let copier: Copier;
let refusedLeases: number;
beforeEach(async () => {
  written.clear();
  [writes, refusedLeases] = [[], 0];
  waits = new Promise((done) => (release = done));
  const providers = {
    providersOf: async () => [passwordSource(account)],
    hold: (...login: Parameters<Copier['hold']>) => copier.hold(...login),
  };
  service = await openTestService({ migrations: 0, companies: 0 }, { providers });
  const { runs, copiedItems } = service.store;
  const takePairLease: typeof copiedItems.takePairLease = async (...lease) => {
    const isTaken = await copiedItems.takePairLease(...lease);
    if (!isTaken) refusedLeases++;
    return isTaken;
  };
  copier = startCopier({
    store: { runs, copiedItems: { ...copiedItems, takePairLease } },
    clock: service.clock,
    destinationOf: async () => destination,
    content,
    logger: pino({ level: 'silent' }),
  });
});
afterEach(async () => {
  release();
  await copier.stop();
  await service.end();
});
afterAll(() => content.stop());

test(
  'the later of two simultaneous migrations of one end user waits, then finds every item copied',
  { tags: ['@X31', '@F51'] },
  async () => {
    const first = await openMigration(service);
    await first.post('begin');
    await expect.poll(() => written.size).toBe(2);
    const second = await openMigration(service);
    const { migration_id: id } = await second.post('begin');
    await expect.poll(() => refusedLeases).toBeGreaterThan(0);
    release();
    await first.reach('COMPLETE');
    await expect.poll(async () => (await second.state()).status).not.toBe('WORKING');
    expect(await second.state()).toMatchObject({ status: 'COMPLETE', question: null });
    expect([writes.length, written.size]).toEqual([itemCount, itemCount]);
    expect(await service.store.copiedItems.counts(id)).toEqual([
      { collection: 'friends', state: 'skipped', reason: 'already_there', count: itemCount },
    ]);
  },
);

test(
  'a copy that loses its lease to another migration stops writing until that migration ends',
  { tags: ['@X31', '@F51'] },
  async () => {
    const { post, reach } = await openMigration(service);
    await post('begin');
    await expect.poll(() => written.size).toBe(2);
    const organization = (await service.store.seed.organization())?.number ?? 0;
    const other = pairOf({ organization, migrationId: 'another' }, account, destination);
    const later = (await service.clock.now()) + 60_000;
    expect(await service.store.copiedItems.takePairLease(other, later, later)).toBe(true);
    await expect.poll(() => writes.every(({ aborted }) => aborted)).toBe(true);
    await expect.poll(() => refusedLeases).toBeGreaterThan(1);
    expect(written.size).toBe(2);
    release();
    await service.store.copiedItems.takePairLease(other, 0, 0);
    await reach('COMPLETE');
    expect(written.size).toBe(itemCount);
  },
);

test("a copy between the same accounts doesn't wait if the clock is set back", { tags: ['@X31', '@F51'] }, async () => {
  release();
  const organization = (await service.store.seed.organization())?.number ?? 0;
  await service.store.clock.advance(organization, 3_600_000);
  const first = await openMigration(service);
  await first.post('begin');
  await first.reach('COMPLETE');
  await service.store.clock.resetOffset(organization, await service.clock.now());
  const second = await openMigration(service);
  await second.post('begin');
  await second.reach('COMPLETE');
  expect([writes.length, refusedLeases]).toEqual([itemCount, 0]);
});
