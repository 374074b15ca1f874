import { createHash } from 'node:crypto';
import { escapeHtml } from '#shared/escape-html.ts';
import { ConnectionCut } from '#service/providers/copy-ports.ts';
import type { DavInit, DavResponse, GuardedRequest } from '#service/providers/dav/guarded-request.ts';
import type { World } from './world.ts';

export interface StoredContent {
  readonly content: Buffer;
  readonly tag: string;
}

interface Collection {
  readonly name: string;
  readonly items: Map<string, StoredContent>;
}

/** Chances of faults per request, from 0 to 1. */
export interface ServerFaults {
  /** The server answers 503 or 429 and does nothing. */
  readonly refuse: number;
  /** The server answers 500 and does nothing. */
  readonly fail: number;
  /** The connection is cut before the request arrives. */
  readonly cutBefore: number;
  /** The connection is cut after the request took effect. */
  readonly cutAfter: number;
  /** The connection is cut, and the request takes effect later. */
  readonly arriveLate: number;
  /** The response takes longer than the client waits. */
  readonly stall: number;
  /** The server stores a part of the item and cuts the connection. */
  readonly storePart: number;
}

export const noFaults: ServerFaults = {
  refuse: 0,
  fail: 0,
  cutBefore: 0,
  cutAfter: 0,
  arriveLate: 0,
  stall: 0,
  storePart: 0,
};

const home = '/home/';
const requestTimeoutMs = 30_000;
/** A server has the whole item when its connection is cut, so it soon stores it. */
const lateMs = 150;

const tagOf = (content: Buffer, version: number): string =>
  `"${version}-${createHash('sha256').update(content).digest('hex').slice(0, 8)}"`;

const entry = (href: string, properties: string): string =>
  `<d:response><d:href>${escapeHtml(href)}</d:href><d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>`;
const multistatus = (entries: readonly string[]): string =>
  `<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:carddav">${entries.join('')}</d:multistatus>`;
const bookType = '<d:resourcetype><d:collection/><c:addressbook/></d:resourcetype>';

/** A CardDAV account in memory, whose requests take virtual time and fail by chance. */
export const createSimulatedServer = (world: World, name: string) => {
  const { time, random } = world;
  const collections = new Map<string, Collection>();
  let faults = noFaults;
  let downUntil = 0;
  let version = 0;
  const put = (items: Map<string, StoredContent>, item: string, content: Buffer): void => {
    version++;
    items.set(item, { content, tag: tagOf(content, version) });
  };

  const reply = (status: number, text: string | Buffer = '', headers = {}): DavResponse => ({
    status,
    headers,
    body: [Buffer.from(text)],
  });
  const list = (...entries: string[]): DavResponse => reply(207, multistatus(entries));
  const propfind = (path: string, depth: string): DavResponse => {
    if (path === '/')
      return list(
        entry('/', `<d:resourcetype/><c:addressbook-home-set><d:href>${home}</d:href></c:addressbook-home-set>`),
      );
    if (path === home)
      return list(
        entry(home, '<d:resourcetype><d:collection/></d:resourcetype>'),
        ...[...collections].map(([href, one]) => entry(href, `<d:displayname>${one.name}</d:displayname>${bookType}`)),
      );
    const collection = collections.get(path);
    if (collection === undefined) return reply(404);
    const items =
      depth === '0'
        ? []
        : [...collection.items].map(([item, { tag }]) =>
            entry(`${path}${item}`, `<d:getetag>${tag}</d:getetag><d:resourcetype/>`),
          );
    return list(entry(path, bookType), ...items);
  };
  const report = (path: string, body: string): DavResponse => {
    const items = collections.get(path)?.items;
    if (items === undefined) return reply(404);
    const hrefs = [...body.matchAll(/<d:href>([^<]*)<\/d:href>/g)].map(([, href = '']) => href);
    const found = hrefs.flatMap((href) => {
      const stored = items.get(href.slice(path.length));
      return stored === undefined
        ? []
        : [
            entry(
              href,
              `<d:getetag>${stored.tag}</d:getetag><c:address-data>${escapeHtml(String(stored.content))}</c:address-data>`,
            ),
          ];
    });
    return list(...found);
  };
  const store = (path: string, { headers = {}, body = '' }: DavInit, storesPart: boolean): DavResponse => {
    const [folder, item] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
    const items = collections.get(folder)?.items;
    if (items === undefined) return reply(409);
    const stored = items.get(item);
    if (headers['if-none-match'] === '*' && stored !== undefined) return reply(412);
    if (headers['if-match'] !== undefined && headers['if-match'] !== stored?.tag) return reply(412);
    const content = Buffer.from(body);
    const storedContent = storesPart ? Buffer.from(String(content).replace(/NOTE:.*\r\n/, '')) : content;
    put(items, item, storedContent);
    world.note(`${name} stores ${item}${storesPart ? ' in part' : ''}`);
    return reply(stored === undefined ? 201 : 204, '', storesPart ? {} : { etag: items.get(item)?.tag });
  };
  const perform = (path: string, init: DavInit, storesPart: boolean): DavResponse => {
    const { method = 'GET', headers = {}, body = '' } = init;
    if (method === 'PROPFIND') return propfind(path, headers['depth'] ?? '0');
    if (method === 'REPORT') return report(path, String(body));
    if (method === 'PUT') return store(path, init, storesPart);
    if (method === 'MKCOL') {
      if (collections.has(path)) return reply(405);
      collections.set(path, {
        name: /<d:displayname>(.*?)<\/d:displayname>/.exec(String(body))?.[1] ?? '',
        items: new Map(),
      });
      return reply(201);
    }
    const [folder, item] = [path.slice(0, path.lastIndexOf('/') + 1), path.slice(path.lastIndexOf('/') + 1)];
    const stored = collections.get(folder)?.items.get(item);
    return stored === undefined ? reply(404) : reply(200, stored.content, { etag: stored.tag });
  };

  const pickFault = (isWrite: boolean): keyof ServerFaults | undefined => {
    let chance = random.next();
    for (const [fault, share] of Object.entries(faults) as [keyof ServerFaults, number][]) {
      chance -= share;
      if (chance < 0) return fault === 'storePart' && !isWrite ? 'cutAfter' : fault;
    }
    return undefined;
  };
  const request: GuardedRequest = async (path, init) => {
    const { method = 'GET', signal } = init;
    world.note(`${name} gets ${method} ${path}`);
    const fault = pickFault(method === 'PUT');
    const serve = (): DavResponse => {
      if (time.now() < downUntil) throw new ConnectionCut('ECONNREFUSED');
      if (fault !== undefined) world.note(`${name}: ${fault} for ${method} ${path}`);
      if (fault === 'refuse') return reply(random.below(2) === 0 ? 503 : 429);
      if (fault === 'fail') return reply(500);
      if (fault === 'cutBefore') throw new ConnectionCut('ECONNRESET');
      if (fault === 'arriveLate') {
        world.onServer(random.below(lateMs), () => perform(path, init, false));
        throw new ConnectionCut('ECONNRESET');
      }
      const response = perform(path, init, fault === 'storePart');
      if (fault !== undefined) throw new ConnectionCut('ECONNRESET');
      return response;
    };
    const response = await world.call(serve, { signal, ...(fault === 'stall' && { backMs: requestTimeoutMs }) });
    init.onConnect?.();
    if (method === 'PROPFIND' || method === 'REPORT') init.onList?.(response.body[0]?.length ?? 0);
    return response;
  };

  return {
    name,
    request,
    collections,
    addCollection: (path: string, displayName: string): Collection => {
      const collection = { name: displayName, items: new Map<string, StoredContent>() };
      collections.set(`${home}${path}/`, collection);
      return collection;
    },
    put,
    setFaults: (next: ServerFaults): void => {
      faults = next;
    },
    goDown: (forMs: number): void => {
      downUntil = time.now() + forMs;
      world.note(`${name} is down for ${Math.round(forMs)} ms`);
    },
  };
};
