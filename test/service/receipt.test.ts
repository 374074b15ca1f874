import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ReceiptFile, receiptFileSchema } from '#shared/reports-api/receipts.ts';
import { isSigned, leafHash, merkleRoot, publicKeyOf } from '#service/receipts/receipt-proof.ts';
import { davServersNote, type DavServer, hasDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import { card, entry, openFlow, openMigrating } from './dav-migrating.ts';

const cards = Array.from({ length: 5 }, (_, index) => [`p${index}.vcf`, card(`p${index}`, `Ada ${index}`)] as const);
const entries = Array.from({ length: 3 }, (_, index) => [`e${index}.ics`, entry(`e${index}`, `Day ${index}`)] as const);

describe.skipIf(!hasDavServers)(
  `the receipt of a migration between two servers${davServersNote}`,
  { tags: '@X29' },
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
  },
);
