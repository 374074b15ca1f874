import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { reportedItemSchema, reportSchema } from '#shared/reports-api/reports.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';
import { type DavServer, hasDavServers, startDavServer, unlessDavServers } from '#test/fixtures/service/dav-servers.ts';
import { card, inTime, openFlow, openMigrating } from './dav-migrating.ts';

const count = isSoak ? 5_000 : 60;
const kills = isSoak ? 10 : 3;

/** What comes in the place of some items, and what a report says of them. */
const poisons: Readonly<Record<string, { readonly answer: Buffer | undefined; readonly reason: string }>> = {
  'p7.vcf': { answer: undefined, reason: 'vanished' },
  'p11.vcf': { answer: Buffer.from(card('p11', 'Large', `NOTE:${'x'.repeat(250_000)}\r\n`)), reason: 'too_large' },
  'p13.vcf': { answer: Buffer.from('BEGIN:NOTHING\r\nat all'), reason: 'refused' },
  'p17.vcf': { answer: Buffer.from(card('p18', 'The same UID as another')), reason: 'duplicate' },
  'p19.vcf': { answer: Buffer.from(card('p19', 'Ümläut in one byte'), 'latin1'), reason: 'refused' },
};

/** Items that the source was asked for; beyond the limit another one gets no answer, so that a copy cannot end before its kill. */
const asked = new Set<string>();
let limit = 0;

let source: DavServer;
let destination: DavServer;
let poisoned: Server;
let migrating: Awaited<ReturnType<typeof openMigrating>>;

describe.skipIf(!hasDavServers)(`X29 a migration of ${count} items, some of them poisoned${unlessDavServers}`, () => {
  beforeAll(async () => {
    [source, destination] = await Promise.all([startDavServer('radicale'), startDavServer('radicale')]);
    source.fill(
      'people',
      Array.from({ length: count }, (_, index) => [`p${index}.vcf`, card(`p${index}`, `Ada ${index}`)] as const),
    );
    poisoned = createServer((request, reply) => {
      const item = request.url?.split('/').at(-1) ?? '';
      if (request.method === 'GET' && item.endsWith('.vcf') && !asked.has(item)) {
        if (asked.size >= limit) return;
        asked.add(item);
      }
      const poison = poisons[item];
      if (request.method === 'GET' && poison !== undefined) {
        reply.writeHead(poison.answer === undefined ? 404 : 200).end(poison.answer);
        return;
      }
      const chunks: Buffer[] = [];
      request.on('data', (chunk: Buffer) => chunks.push(chunk));
      const pass = async (): Promise<void> => {
        const { authorization = '', depth = '0' } = request.headers;
        const body = Buffer.concat(chunks);
        const answer = await fetch(new URL(request.url ?? '/', source.url), {
          method: request.method ?? 'GET',
          headers: { authorization, depth: String(depth) },
          redirect: 'manual',
          ...(body.length > 0 && { body }),
        });
        const headers = { 'content-type': answer.headers.get('content-type') ?? 'text/plain' };
        reply.writeHead(answer.status, headers).end(Buffer.from(await answer.arrayBuffer()));
      };
      request.on('end', () => void pass().catch(() => reply.destroy()));
    });
    await new Promise<void>((done) => poisoned.listen(0, '127.0.0.1', done));
    const { port } = poisoned.address() as AddressInfo;
    migrating = await openMigrating({ url: `http://127.0.0.1:${port}/` }, destination);
  });
  afterAll(async () => {
    await migrating?.end();
    poisoned?.closeAllConnections();
    poisoned?.close();
    await Promise.all([source?.close(), destination?.close()]);
  });

  test('X29 [fault] (F51) killed again and again: no double, nothing lost, and the report is what the destination holds', async () => {
    const flow = await openFlow(migrating);
    await flow.logIn();
    limit = Math.floor(count / (kills + 2));
    const { body } = await flow.post('begin');
    const id = body.migration_id;
    const arrived = () => destination.all('/ada/', '.vcf');
    for (let killed = 0; killed < kills; killed++) {
      await inTime(async () => {
        if (asked.size < limit) throw new Error('too few yet');
      });
      await migrating.crash();
      await flow.reach('PENDING_USER_INPUT');
      limit = killed + 1 === kills ? Infinity : limit + Math.floor(count / (kills + 2));
      expect((await flow.logIn()).body.status).toBe('WORKING');
    }
    expect((await flow.reach('COMPLETE', 'COMPLETED_WITH_FAILURES', 'FAILED')).status).toBe('COMPLETED_WITH_FAILURES');

    const report = reportSchema.parse((await migrating.service.send({ url: `/reports/v1/migrations/${id}` })).body);
    const failures = Object.keys(poisons).length;
    expect(report).toMatchObject({ total: count, failed: failures, pending: 0 });
    const places = await arrived();
    expect(report.copied + report.skipped).toBe(places.length);
    expect(places).toHaveLength(count - failures);

    const items = [];
    let next: string | undefined = `/reports/v1/migrations/${id}/items`;
    while (next !== undefined) {
      const page = await migrating.service.send({ url: next });
      items.push(
        ...page.text
          .split('\n')
          .slice(0, -1)
          .map((line) => reportedItemSchema.parse(JSON.parse(line))),
      );
      next = /^<([^>]+)>/.exec(String(page.headers['link'] ?? ''))?.[1];
    }
    expect(items).toHaveLength(count);
    // Of two items with one UID the first that arrives is taken.
    const nameOf = (item: string): string => (item.split('/').at(-1) ?? '').replace('p18.vcf', 'p17.vcf');
    const failed = items.filter(({ state }) => state === 'failed');
    expect(Object.fromEntries(failed.map(({ item, reason }) => [nameOf(item), reason]))).toEqual(
      Object.fromEntries(Object.entries(poisons).map(([name, { reason }]) => [name, reason])),
    );
    const uids = await Promise.all(
      places
        .slice(0, 300)
        .map(async (place) => /UID:(\w+)/.exec(await (await destination.request('GET', place)).text())?.[1]),
    );
    expect(new Set(uids).size).toBe(uids.length);
  });
});
