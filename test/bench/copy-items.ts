import { Agent, request as requestHttp } from 'node:http';
import path from 'node:path';
import { createContentWorker } from '#service/content-worker/content-worker.ts';
import { createCopy, pairOf } from '#service/copy/copy-collections.ts';
import { newCopy } from '#service/migration-engine/copy-state.ts';
import { concurrency, each } from '#service/providers/each.ts';
import { newLogin } from '#service/providers/login.ts';
import { davDestination } from '#service/providers/dav/dav-destination.ts';
import { davSource } from '#service/providers/dav/dav-source.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import type { CopiedItemStore } from '#service/store/copied-items.ts';
import { type DavServer, hasDavServers, startDavServer } from '#test/fixtures/service/dav-servers.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { compare } from './comparison.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';

const count = 150;
const signal = new AbortController().signal;

const card = (index: number): string =>
  `BEGIN:VCARD\r\nVERSION:3.0\r\nUID:p${index}\r\nFN:Ada ${index}\r\nN:${index};Ada;;;\r\nTEL;TYPE=work:+49 30 ${index}\r\nEND:VCARD\r\n`;

/** A minimal client with keep-alive connections, for the bare loop. */
const startPlainClient = (server: DavServer) => {
  const agent = new Agent({ keepAlive: true, maxSockets: concurrency });
  const authorization = `Basic ${Buffer.from(`${server.user}:${server.password}`).toString('base64')}`;
  const send = (method: string, place: string, body?: Buffer, headers: Record<string, string> = {}): Promise<Buffer> =>
    new Promise((done, fail) => {
      const more = { authorization, ...headers, ...(body && { 'content-length': body.length }) };
      const sent = requestHttp(new URL(place, server.url), { method, agent, headers: more }, (reply) => {
        const chunks: Buffer[] = [];
        reply.on('data', (chunk: Buffer) => chunks.push(chunk));
        reply.on('end', () => {
          if ((reply.statusCode ?? 500) < 400) done(Buffer.concat(chunks));
          else fail(new Error(`${method} ${place}: ${reply.statusCode}`));
        });
      });
      sent.on('error', fail);
      sent.end(body);
    });
  return { send, close: () => agent.destroy() };
};

const mail = { 'content-type': 'text/vcard; charset=utf-8', 'if-none-match': '*' };

/** Times a copy between two servers, and a bare loop of the same requests: read, write, read back. */
const measure = async (
  [from, to]: readonly ['radicale' | 'xandikos', 'radicale' | 'xandikos'],
  items: CopiedItemStore,
  { pairs, dropped, say }: BenchmarkRun,
): Promise<BenchmarkRow> => {
  const [source, destination] = await Promise.all([startDavServer(from), startDavServer(to)]);
  const content = createContentWorker();
  const [reader, writer] = [startPlainClient(source), startPlainClient(destination)];
  try {
    await source.fill(
      'people',
      Array.from({ length: count }, (_, index) => [`p${index}.vcf`, card(index)] as const),
    );
    const rules = { allowLoopback: true };
    const { user, password } = source;
    const settings = { name: from, kind: 'dav', category: 'other', address: source.url } as const;
    const { found } = await davSource(settings, { rules, content }).logIn(newLogin(), { userName: user, password }, 0);
    const collection = found?.collections.find((one) => one.count === count);
    if (found === undefined || collection === undefined) throw new Error('no account');
    const places: string[] = [];
    for await (const { id } of found.account.items(collection.id, signal)) places.push(id);
    const target = davDestination(
      {
        address: destination.url,
        user: destination.user,
        password: destination.password,
        isShared: true,
      },
      { rules, content },
    );
    const home = to === 'radicale' ? '/ada' : '/ada/contacts';
    let round = 0;
    const copy = async (): Promise<number> => {
      const id = `${from} ${to} ${round++}`;
      const account = { ...found.account, id };
      const now = async () => 1;
      const pair = pairOf({ organization: 1, migrationId: id }, account, target);
      const times = { source: 0, destination: 0 };
      const job = { pair, account, destination: target, items, content, signal, now, times };
      const startedAt = performance.now();
      await createCopy(newCopy(id, [collection]), job).run();
      const took = performance.now() - startedAt;
      const copied = (await items.counts(id)).find(({ state }) => state === 'copied')?.count;
      if (copied !== count) throw new Error(`only ${copied} of ${count} were copied`);
      return took;
    };
    const bare = async (): Promise<number> => {
      const room = `${home}/bare${round++}/`;
      const startedAt = performance.now();
      const resource = '<resourcetype><collection/><card:addressbook/></resourcetype>';
      const make = `<mkcol xmlns="DAV:" xmlns:card="urn:ietf:params:xml:ns:carddav"><set><prop>${resource}</prop></set></mkcol>`;
      await writer.send('MKCOL', room, Buffer.from(make), { 'content-type': 'text/xml' });
      const placeOf = (place: string): string => `${room}${path.basename(place)}`;
      await each(places, async (place) => {
        await writer.send('PUT', placeOf(place), await reader.send('GET', place), mail);
      });
      await each(places, async (place) => void (await writer.send('GET', placeOf(place))));
      return performance.now() - startedAt;
    };
    const onRound = (done: number, of: number): void => say(`${from} to ${to}: round ${done} of ${of}`);
    const comparison = {
      name: `${from} to ${to}, ${count} cards`,
      goal: 1.3,
      sides: ['copy', 'bare loop'],
      format: (ms: number) => `${Math.round((count * 1_000) / ms)} items/s`,
    } as const;
    return await compare(comparison, { subject: copy, base: bare, control: bare }, { pairs, dropped, onRound });
  } finally {
    content.stop();
    reader.close();
    writer.close();
    await Promise.all([source.close(), destination.close()]);
  }
};

export const copyItems: Benchmark = {
  id: 'copy',
  title: 'Service: time of a copy between two servers / a bare loop of the same requests',
  run: async (run) => {
    if (!hasDavServers)
      return [{ name: 'copy', figures: {}, skipReason: 'radicale and xandikos are not installed here' }];
    return withScratchFolder(async (folder) => {
      const store = openServiceStore(folder);
      const { copiedItems } = store;
      try {
        return [
          await measure(['radicale', 'xandikos'], copiedItems, run),
          await measure(['xandikos', 'radicale'], copiedItems, run),
        ];
      } finally {
        await store.close();
      }
    });
  },
};
