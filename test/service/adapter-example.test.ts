import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { folderDestination, openFolder } from '../../docs/examples/folder-adapter.ts';
import { card } from './dav-migrating.ts';

let folder = '';
let service: TestService;
const content = createContentWorker();
beforeAll(async () => {
  folder = mkdtempSync(path.join(tmpdir(), 'ferry-adapter-'));
  mkdirSync(path.join(folder, 'from/friends'), { recursive: true });
  for (let index = 0; index < 12; index++)
    writeFileSync(path.join(folder, `from/friends/${index}.vcf`), card(`u${index}`, `Ada ${index}`));
  service = await openTestService({ migrations: 0, companies: 0 });
});
afterAll(async () => {
  content.stop();
  await service.end();
  rmSync(folder, { recursive: true, force: true });
});

test(
  'the documented adapter copies each card once, recognizes its copies, and keeps a card changed at the destination',
  { tags: '@X29' },
  async () => {
    const account = await openFolder(path.join(folder, 'from'));
    const signal = new AbortController().signal;
    const collections = await account.collections(signal);
    const destination = folderDestination(path.join(folder, 'to'));
    const copy = async (migrationId: string) => {
      const items = service.store.copiedItems;
      const pair = pairOf({ organization: 1, migrationId }, account, destination);
      const times = { source: 0, destination: 0 };
      const job = { pair, account, destination, items, content, signal, now: async () => 1, times };
      const progress = createCopy(newCopy(account.id, collections), job);
      await progress.run();
      return { progress, counts: await service.store.copiedItems.counts(migrationId) };
    };
    expect((await copy('one')).counts).toEqual([{ collection: 'friends', state: 'copied', reason: null, count: 12 }]);
    const [room = ''] = readdirSync(path.join(folder, 'to'));
    const written = readdirSync(path.join(folder, 'to', room));
    expect(written).toHaveLength(12);

    const [place = ''] = written;
    const text = readFileSync(path.join(folder, 'to', room, place), 'utf8');
    writeFileSync(path.join(folder, 'to', room, place), text.replaceAll('Ada', 'Bea'));
    const secondRun = await copy('two');
    expect(secondRun.counts).toEqual([
      { collection: 'friends', state: 'skipped', reason: 'already_there', count: 11 },
      { collection: 'friends', state: 'skipped', reason: 'changed_there', count: 1 },
    ]);
    expect(secondRun.progress.conflicts()).toBe(0);
    expect(readdirSync(path.join(folder, 'to', room))).toHaveLength(12);
  },
);
