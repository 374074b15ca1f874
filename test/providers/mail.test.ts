import { createHash } from 'node:crypto';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { imapDestination } from '#service/providers/imap/imap-destination.ts';
import { imapSource } from '#service/providers/imap/imap-source.ts';
import { newLogin } from '#service/providers/login.ts';
import { type MailAccount, type MailDestination, wholeMessageBytes } from '#service/providers/mail-ports.ts';
import { checkAccount } from '#service/receipts/check-account.ts';
import { openAccount } from '#service/receipts/open-account.ts';
import { failedItemsFile } from '#service/reports/failed-items-file.ts';
import type { CopiedItem } from '#service/store/copied-items.ts';
import { freePort } from '#service/testing/free-port.ts';
import { openTestService, type TestService } from '#service/testing/test-service.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { type DovecotServer, hasDovecot, startDovecot } from '#test/fixtures/providers/dovecot-server.ts';
import { fillMailbox, linesOf, openMailbox, readMailbox } from '#test/fixtures/providers/mailbox.ts';

const rules = { allowLoopback: true };
const { signal } = new AbortController();
const serverOf = (port: number) => ({ kind: 'imap', host: '127.0.0.1', port, tls: 'none' }) as const;
const sourceOf = (port: number) =>
  imapSource({ name: 'Harbour Mail', category: 'other', ...serverOf(port) }, { rules });
const destinationOf = (port: number, user: string): MailDestination =>
  imapDestination({ address: '', user, password: 'secret', isShared: false }, serverOf(port), { rules });

/** Fails each step after `steps` steps, before or after the step takes effect. */
const failAfter = (steps: number) => {
  let left = steps;
  const countStep = (): void => {
    if (left-- <= 0) throw new Error('killed');
  };
  const counted =
    <Args extends readonly unknown[], Result>(act: (...args: Args) => Promise<Result>) =>
    async (...args: Args): Promise<Result> => {
      countStep();
      const result = await act(...args);
      countStep();
      return result;
    };
  return { counted, isDead: () => left < 0 };
};

describe.skipIf(!hasDovecot)('mail between Dovecot servers (needs the Debian package dovecot-imapd)', () => {
  let source: DovecotServer;
  let destination: DovecotServer;
  let service: TestService;
  let account: MailAccount;
  const content = createContentWorker();

  beforeAll(async () => {
    [source, destination, service] = await Promise.all([
      startDovecot(),
      startDovecot({ delimiter: '.' }),
      openTestService({ migrations: 0, companies: 0 }),
    ]);
    await fillMailbox(source.port);
    const { found } = await sourceOf(source.port).logIn(newLogin(), { userName: 'ada', password: 'secret' }, 0);
    account = found?.account as MailAccount;
  });
  afterAll(async () => {
    content.stop();
    await Promise.all([source?.close(), destination?.close(), service?.end()]);
  });

  const copy = async (migrationId: string, user: string, steps = Infinity, port = destination.port) => {
    const { counted, isDead } = failAfter(steps);
    const target = destinationOf(port, user);
    const { copiedItems } = service.store;
    const collections = await account.collections(signal);
    const job = {
      pair: pairOf({ organization: 1, migrationId }, account, target),
      account,
      destination: { ...target, append: counted(target.append) },
      items: { ...copiedItems, put: counted(copiedItems.put) },
      content,
      signal,
      now: async () => 1,
      times: { source: 0, destination: 0 },
    };
    const progress = createCopy(newCopy(account.id, collections), job);
    await progress.run().catch((error: Error) => expect(error.message).toBe('killed'));
    const items: CopiedItem[] = [];
    for (const { id } of collections) items.push(...(await copiedItems.listCollection(migrationId, id)));
    return { items, isDead: isDead(), progress: progress.collections() };
  };
  /** The source's messages, as a destination without `/` in names of folders has them. */
  const expected = async () =>
    linesOf(await readMailbox(source.port, 'ada')).map((line) => line.replace('Projects/2024.Q1', 'Projects/2024_Q1'));

  test(
    'keeps bytes, flags, dates and folders of each message, and creates no duplicates',
    { tags: '@X29' },
    async () => {
      const { items, progress } = await copy('whole', 'whole');
      const copied = await readMailbox(destination.port, 'whole');
      expect(linesOf(copied)).toEqual((await expected()).toSorted());
      expect(items.map(({ state }) => state)).toEqual(items.map(() => 'copied'));
      expect(items.map(({ place }) => place).toSorted()).toEqual(copied.map(({ place }) => place).toSorted());
      expect(progress.map(({ name, count, done }) => [name, count, done])).toContainEqual(['INBOX', 6, 6]);
      const client = await openMailbox(destination.port, 'whole');
      expect((await client.list()).find(({ path }) => path === 'Empty')).toMatchObject({ subscribed: true });
      await client.logout();
      const again = await copy('again', 'whole');
      expect(again.items.map(({ reason }) => reason)).toEqual(items.map(() => 'already_there'));
      expect(await readMailbox(destination.port, 'whole')).toEqual(copied);
    },
  );

  test(
    'a copy killed at any step continues without losing or duplicating a message',
    { tags: ['@X29', '@F51'] },
    async () => {
      const wanted = (await expected()).toSorted();
      const stride = isSoak ? 1 : 11;
      let kills = 0;
      for (let isDead = true; isDead; kills += stride) {
        const user = `killed-${kills}`;
        ({ isDead } = await copy(user, user, kills));
        const { items } = await copy(user, user);
        const copied = await readMailbox(destination.port, user);
        expect([kills, linesOf(copied)]).toEqual([kills, wanted]);
        expect([kills, items.map(({ state, place }) => [state, place]).toSorted()]).toEqual([
          kills,
          copied.map(({ place }) => ['copied', place]).toSorted(),
        ]);
      }
      expect(kills).toBeGreaterThan(20);
    },
  );

  test(
    'a receipt finds the changed byte of a message, a deleted one, and one that arrived after the copy',
    { tags: '@X32' },
    async () => {
      const before = await openMailbox(destination.port, 'proven');
      await before.append('INBOX', 'Subject: older\r\n\r\nolder\r\n');
      const { items } = await copy('proven', 'proven');
      const inbox = items.filter(({ collection }) => collection === 'INBOX');
      const check = async (server: DovecotServer, userName: string, idOf: (item: CopiedItem) => string | null) => {
        const found: (readonly [id: string, state: string])[] = [];
        await checkAccount({
          account: await openAccount(`imap://127.0.0.1:${server.port}/`, async () => ({
            userName,
            password: 'secret',
          })),
          collections: new Map([['INBOX', inbox.map((one) => ({ id: idOf(one) ?? '', hash: one.fingerprint }))]]),
          findsAdded: true,
          onItem: (id, state) => void found.push([id, state]),
          signal,
        });
        return found.filter(([, state]) => state !== 'unchanged');
      };
      const there = () => check(destination, 'proven', ({ place }) => place);
      expect(await check(source, 'ada', ({ item }) => item)).toEqual([]);
      expect(await there()).toEqual([]);
      const [storage = ''] = globSync(`${destination.folder}/mail/proven/storage/m.*`);
      const stored = readFileSync(storage, 'latin1');
      writeFileSync(
        storage,
        stored.replace(/\n\r?\nmessage-3/, (body) => body.replace('3', '4')),
        'latin1',
      );
      const placeOf = (index: number) =>
        inbox.toSorted((one, other) => one.item.localeCompare(other.item))[index]?.place;
      await before.mailboxOpen('INBOX');
      await before.messageDelete(placeOf(5)?.split('.').at(-1) ?? '', { uid: true });
      await before.append('INBOX', 'Subject: later\r\n\r\nlater\r\n');
      await before.logout();
      expect(new Map(await there())).toEqual(
        new Map([
          [expect.stringMatching(/^INBOX[/]\d+[.]8$/), 'added'],
          [placeOf(2), 'changed'],
          [placeOf(5), 'missing'],
        ]),
      );
    },
  );

  test(
    'a full account is reported for each message, and a refused folder with its reason',
    { tags: '@X31' },
    async () => {
      const small = await startDovecot({ quota: 1 });
      onTestFinished(() => small.close());
      const { items } = await copy('full', 'full', Infinity, small.port);
      const failed = items.filter(({ state }) => state === 'failed');
      expect(failed.length).toBeGreaterThan(0);
      expect(failed.map(({ reason }) => reason)).toEqual(failed.map(() => 'no_space'));
      expect(failed[0]?.detail).toMatch(/^NO OVERQUOTA: /);
      const folder = { parts: ['~private'], use: null, isSubscribed: true };
      const refused = destinationOf(source.port, 'full').prepare(
        { id: '~private', name: '~private', kind: 'messages', count: 1, folder },
        signal,
      );
      await expect(refused).rejects.toMatchObject({ reason: 'refused', detail: expect.stringContaining('NO ') });
    },
  );

  test(
    'a message that the destination changes is reported as altered, with the changed properties',
    { tags: '@X31' },
    async () => {
      const target = destinationOf(destination.port, 'altered');
      const append: MailDestination['append'] = (folder, message, own) =>
        target.append(folder, { ...message, flags: [], receivedAt: 0 }, own);
      const collections = (await account.collections(signal)).filter(({ name }) => name === 'Sent');
      const job = {
        pair: pairOf({ organization: 1, migrationId: 'altered' }, account, target),
        account,
        destination: { ...target, append },
        items: service.store.copiedItems,
        content,
        signal,
        now: async () => 1,
        times: { source: 0, destination: 0 },
      };
      await createCopy(newCopy(account.id, collections), job).run();
      expect(await service.store.copiedItems.listCollection('altered', 'Sent')).toMatchObject([
        {
          state: 'altered',
          changes: [
            { property: 'flags', before: '\\Answered \\Draft \\Seen', after: '' },
            { property: 'date', before: '2021-02-11T12:30:15.000Z', after: '1970-01-01T00:00:00.000Z' },
          ],
        },
      ]);
    },
  );

  test('a download of failed messages has the bytes of the source', { tags: '@X29' }, async () => {
    const collections = await account.collections(signal);
    const items: CopiedItem[] = [];
    for (const { id: collection } of collections)
      for await (const { id: item } of account.items(collection, signal))
        items.push({
          collection,
          kind: 'messages',
          item,
          state: 'failed',
          reason: 'no_space',
          place: null,
          fingerprint: null,
        });
    const file = failedItemsFile({
      account,
      items,
      collections: newCopy('', collections).collections,
      text: String,
      signal,
    });
    const entries = Object.values(unzipSync(await buffer(Readable.from(file))));
    const digests = entries.map((bytes) => createHash('sha256').update(bytes).digest('hex'));
    const stored = new Map((await readMailbox(source.port, 'ada')).map(({ place, digest }) => [place, digest]));
    expect(digests).toEqual(items.map(({ item }) => stored.get(item)));
    expect(Math.max(...entries.map(({ length }) => length))).toBeGreaterThan(wholeMessageBytes);
  });

  test(
    'a refused password, a closed port and missing TLS support give different results',
    { tags: '@X31' },
    async () => {
      const logIn = (provider: ReturnType<typeof sourceOf>, password: string) =>
        provider.logIn(newLogin(), { userName: 'ada', password }, 0);
      expect(await logIn(sourceOf(source.port), 'wrong')).toMatchObject({ login: { trouble: 'password_refused' } });
      const port = await freePort();
      const unsent = { login: { trouble: 'provider_down' }, isUnsent: true };
      expect(await logIn(sourceOf(port), 'secret')).toMatchObject(unsent);
      const settings = { ...serverOf(source.port), name: 'Harbour Mail', category: 'other' } as const;
      const implicit = imapSource({ ...settings, tls: 'implicit' }, { rules });
      expect(await logIn(implicit, 'secret')).toMatchObject(unsent);
      const startTls = imapSource({ ...settings, tls: 'starttls' }, { rules });
      expect(await logIn(startTls, 'secret')).toMatchObject({ login: { trouble: 'provider_down' } });
    },
  );
});
