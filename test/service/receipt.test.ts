import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { text as readText } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceiptFile, receiptFileSchema } from '#shared/reports-api/receipts.ts';
import { receiptReply } from '#service/reports/write-receipt.ts';
import { verifyReceipt } from '#service/receipts/verify-receipt.ts';
import { isSigned, leafHash, merkleRoot, publicKeyOf, signReceipt } from '#service/receipts/receipt-proof.ts';
import { davServersNote, type DavServer, hasDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { temporaryFolder } from '#test/launch/temporary-folder.ts';
import { makeApiKey } from '#service/store/secrets.ts';
import { card, entry, openFlow, openMigrating } from './dav-migrating.ts';

const cards = Array.from({ length: 5 }, (_, index) => [`p${index}.vcf`, card(`p${index}`, `Ada ${index}`)] as const);
const entries = Array.from({ length: 3 }, (_, index) => [`e${index}.ics`, entry(`e${index}`, `Day ${index}`)] as const);

describe.skipIf(!hasDavServers)(
  `the receipt of a migration between two servers${davServersNote}`,
  { tags: '@X32' },
  () => {
    let radicale: DavServer;
    let xandikos: DavServer;
    let migrating: Awaited<ReturnType<typeof openMigrating>>;
    let flow: Awaited<ReturnType<typeof openFlow>>;
    let url: string;
    let earlyStatus: number;
    const receiptText = async (): Promise<string> => (await migrating.service.send({ url })).text;

    beforeAll(async () => {
      [radicale, xandikos] = await Promise.all([startDavServer('radicale'), startDavServer('xandikos')]);
      await radicale.fill('people', cards);
      await radicale.fill('office', entries);
      migrating = await openMigrating(radicale, xandikos);
      flow = await openFlow(migrating);
      await flow.logIn();
      url = `/reports/v1/migrations/${(await flow.post('begin')).body.migration_id}/receipt`;
      earlyStatus = (await migrating.service.send({ url })).status;
      await flow.reach('COMPLETE');
    });
    afterAll(async () => {
      await Promise.all([migrating?.end(), radicale?.close(), xandikos?.close()]);
    });

    test('is a download after the end, for the organization and in the modal', async () => {
      expect(earlyStatus).toBe(409);
      const { headers, text } = await migrating.service.send({ url });
      expect(headers['content-disposition']).toMatch(/^attachment; filename="ferry-receipt-[-\da-f]{36}[.]json"$/);
      const inModal = { url: `${flow.path}/receipt`, bearer: null };
      expect((await migrating.service.send(inModal)).text).toBe(text);
      const elsewhere = { ...inModal, headers: { 'sec-fetch-site': 'cross-site' } };
      expect((await migrating.service.send(elsewhere)).status).toBe(403);
    });

    test('has a signature, and a root of the hashes of each collection', async () => {
      const file = JSON.parse(await receiptText()) as ReceiptFile;
      const { items, receipt, signature } = receiptFileSchema.parse(file);
      const publicKey = publicKeyOf(await migrating.service.store.receiptKeys.privateKey());
      expect(receipt).toMatchObject({
        status: 'COMPLETE',
        source: { provider: 'Harbour Mail', user_name: 'ada' },
        destination: xandikos.url,
        copied: 8,
      });
      for (const { id, root, copied } of receipt.collections) {
        const own = items.filter(({ collection }) => collection === id);
        expect([own.length, merkleRoot(own.map(leafHash))]).toEqual([copied, root]);
      }
      expect(items.map((item) => item.source_hash)).toEqual(items.map((item) => item.destination_hash));
      expect(isSigned(file.receipt, signature, publicKey)).toBe(true);
      expect(isSigned({ ...file.receipt, copied: 9 }, signature, publicKey)).toBe(false);
    });

    const ada = {
      FERRY_SOURCE_USER: 'ada',
      FERRY_SOURCE_PASSWORD: 'secret',
      FERRY_DESTINATION_USER: 'ada',
      FERRY_DESTINATION_PASSWORD: 'secret',
    };
    const check = async (text: string, { key = '', env = ada as Record<string, string> } = {}) => {
      using folder = temporaryFolder();
      const file = path.join(folder.path, 'receipt.json');
      writeFileSync(file, text);
      const ownKey = publicKeyOf(await migrating.service.store.receiptKeys.privateKey());
      const lines: string[] = [];
      const argv = [file, '--key', key || ownKey, '--source', radicale.url, '--destination', xandikos.url];
      const say = (line: string): void => void lines.push(line);
      const stopped = new AbortController().signal;
      const code = await verifyReceipt(argv, { env, say, print: say, ask: undefined, stopped });
      return { code, lines: lines.slice(1), first: lines[0] };
    };
    const counts = (counted: Partial<Record<string, number>>): string =>
      ['unchanged', 'changed', 'missing', 'added'].map((state) => `${counted[state] ?? 0} ${state}`).join(', ');
    const unchanged = counts({ unchanged: 8 });

    test('holds while both accounts have the items', async () => {
      const { code, lines } = await check(await receiptText());
      expect([code, ...lines]).toEqual([0, `source: ${unchanged}.`, `destination: ${unchanged}.`]);
    });

    test.each(['source', 'destination'] as const)('does not hold after one byte changed at the %s', async (side) => {
      const text = await receiptText();
      const { items } = JSON.parse(text) as ReceiptFile;
      const item = items.find((one) => one.item.endsWith('/p1.vcf'));
      const [server, place] = side === 'source' ? [radicale, item?.item] : [xandikos, item?.place];
      const before = await (await server.request('GET', place ?? '')).text();
      const write = (content: string) =>
        server.request('PUT', place ?? '', content, { 'content-type': 'text/vcard; charset=utf-8' });
      await write(before.replace('FN:Ada 1', 'FN:Ada 7'));
      const { code, lines } = await check(text);
      const line = `${side}: ${counts({ unchanged: 7, changed: 1 })}.`;
      const other = side === 'source' ? `destination: ${unchanged}.` : `source: ${unchanged}.`;
      const change = `${'changed'.padEnd(9)}  ${side.padEnd(11)}  ${place}`;
      expect([code, ...lines]).toEqual([1, ...(side === 'source' ? [change, line, other] : [other, change, line])]);
      await write(before);
    });

    test('of retried items does not report the other items as added', async () => {
      const { items, receipt } = JSON.parse(await receiptText()) as ReceiptFile;
      const own = items.filter((one) => one.item.endsWith('/p1.vcf'));
      const [people] = receipt.collections.filter(({ id }) => id === own[0]?.collection);
      const collections = [{ ...people, root: merkleRoot(own.map(leafHash)) }];
      const retried = { ...receipt, retry_of: receipt.migration_id, collections };
      const signature = signReceipt(retried, await migrating.service.store.receiptKeys.privateKey());
      const { code, lines } = await check(JSON.stringify({ items: own, receipt: retried, signature }));
      const counted = counts({ unchanged: 1 });
      expect([code, ...lines]).toEqual([0, `source: ${counted}.`, `destination: ${counted}.`]);
    });

    test('names missing and added items, of which only missing ones contradict it', async () => {
      const text = await receiptText();
      const type = { 'content-type': 'text/vcard; charset=utf-8' };
      await radicale.request('PUT', '/ada/people/new.vcf', card('new', 'New'), type);
      const added = await check(text);
      const newLine = 'added      source       /ada/people/new.vcf';
      expect([added.code, ...added.lines]).toEqual([
        0,
        newLine,
        `source: ${counts({ unchanged: 8, added: 1 })}.`,
        `destination: ${unchanged}.`,
      ]);
      await radicale.request('DELETE', '/ada/office/');
      const missing = await check(text);
      expect([missing.code, missing.lines.at(-2)]).toEqual([
        1,
        `source: ${counts({ unchanged: 5, missing: 3, added: 1 })}.`,
      ]);
    });

    test(
      'does not hold with another key, or other items, and is not checked with a wrong password',
      { tags: '@T100' },
      async () => {
        const text = await receiptText();
        const key = 'MCowBQYDK2VwAyEAGb9ECWmEzf6FQbrBZ9w7lshQhqowtrbLDFw4rXAxZuE=';
        expect(await check(text, { key })).toMatchObject({
          code: 1,
          lines: [],
          first: expect.stringMatching(/^The signature is invalid/),
        });
        const { items } = JSON.parse(text) as ReceiptFile;
        const hash = items[0]?.destination_hash ?? '';
        const forged = text.replace(`"destination_hash":"${hash}"`, `"destination_hash":"${'0'.repeat(32)}"`);
        expect(await check(forged)).toMatchObject({ code: 1, first: expect.stringContaining("don't match") });
        expect(await check(text.slice(0, -30))).toMatchObject({ code: 2 });
        const env = { ...ada, FERRY_SOURCE_PASSWORD: 'wrong' };
        expect((await check(text, { env })).code).toBe(2);
        expect(await check(text, { env: {} })).toMatchObject({
          code: 2,
          lines: ["The source can't be checked: Set FERRY_SOURCE_USER."],
        });
      },
    );

    test('has no signature if results change during the download', async () => {
      const { store } = migrating.service;
      const { migration_id: migrationId } = (JSON.parse(await receiptText()) as ReceiptFile).receipt;
      const run = (await store.runs.find(1, migrationId))?.stored?.run;
      if (run === undefined) throw new Error('no run');
      const textOf = (changes: Partial<Awaited<ReturnType<typeof store.copiedItems.counts>>[number]>) => {
        const changedCounts = async (migration: string) =>
          (await store.copiedItems.counts(migration)).map((one) => ({ ...one, ...changes }));
        const changing = { ...store, copiedItems: { ...store.copiedItems, counts: changedCounts } };
        return readText(receiptReply(changing, { migrationId, run, now: Date.now() }).body);
      };
      await expect(textOf({ state: 'failed' })).rejects.toThrow('The items changed');
      // The collections have 5 and 3 items, so the total stays.
      await expect(textOf({ count: 4 })).rejects.toThrow('The items changed');
    });

    test('of a later request is the same, and the request stores nothing', async () => {
      const { store, data } = migrating.service;
      const text = await receiptText();
      const { migration_id: migrationId } = (JSON.parse(text) as ReceiptFile).receipt;
      const run = (await store.runs.find(1, migrationId))?.stored?.run;
      if (run === undefined) throw new Error('no run');
      const rows = await data.countRows();
      expect(await readText(receiptReply(store, { migrationId, run, now: Date.now() }).body)).toBe(text);
      expect(await data.countRows()).toEqual(rows);
    });

    test("is in the modal only until the session ends, without an item's content", { tags: '@T101' }, async () => {
      const inModal = { url: `${flow.path}/receipt`, bearer: null };
      const { status, text } = await migrating.service.send(inModal);
      expect([status, text.includes('Ada 1')]).toEqual([200, false]);
      await migrating.service.store.clock.advance(1, 24 * 3_600_000);
      expect((await migrating.service.send(inModal)).status).toBe(410);
      expect((await migrating.service.send({ url })).status).toBe(200);
    });

    test('does not exist after the end user was erased', async () => {
      const { send, store } = migrating.service;
      const { receipt } = JSON.parse(await receiptText()) as ReceiptFile;
      const { body } = await send({ url: `/api/v1/migrations/${receipt.migration_id}` });
      const { apiKey } = await makeApiKey(store.keys, { description: 'erases', scopes: ['erase'] }, 1);
      const erase = { method: 'POST', url: '/erasure/v1/users', body: { user_id: body.created_by_user_id } } as const;
      expect((await send({ ...erase, bearer: apiKey })).status).toBe(200);
      expect((await send({ url })).status).toBe(404);
    });
  },
);
