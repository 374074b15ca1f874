import { setTimeout as delay } from 'node:timers/promises';
import * as dav from 'tsdav';
import { type CollectionKind, LoginRefused, ServerAway, type SourceCollection } from '../copy-ports.ts';

interface DavCredentials {
  readonly user: string;
  readonly password: string;
}

/** A session with a CardDAV and CalDAV server. */
export interface DavClient {
  /** Address of the folder that holds the collections of a kind; undefined where the server keeps none of it. */
  home(kind: CollectionKind, signal: AbortSignal): Promise<string | undefined>;
  collections(kind: CollectionKind, signal: AbortSignal): Promise<readonly Omit<SourceCollection, 'count'>[]>;
  /** Addresses of the items of a collection. */
  list(collection: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether there is a collection at an address. */
  isThere(address: string, signal: AbortSignal): Promise<boolean>;
  /** Makes a collection where there is none. */
  make(address: string, name: string, kind: CollectionKind, signal: AbortSignal): Promise<void>;
  /** A plain request at an address of this server. */
  request(address: string, init: RequestInit): Promise<Response>;
}

const accountTypes = { contacts: 'carddav', events: 'caldav' } as const;

const passing: readonly number[] = [408, 425, 429, 502, 503, 504];

const namespaces = { 'xmlns:d': 'DAV:', 'xmlns:card': 'urn:ietf:params:xml:ns:carddav' };

/** Names that the library gives as text, or as the only member of an object where they stand in CDATA. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : undefined;
};

/**
 * Talks to a server through `tsdav` where that is sound: discovery, lists of collections and items. Items themselves are
 * read and written by plain requests, byte for byte: XML would change line ends and odd encodings.
 */
export const createDavClient = (
  server: string,
  { user, password }: DavCredentials,
  guarded: typeof fetch,
): DavClient => {
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

  const request = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await guarded(address, { ...init, headers: { ...headers, ...(init.headers as object) } });
    if (response.status === 401) throw new LoginRefused('The server refused user name and password.');
    if (passing.includes(response.status)) throw new ServerAway(`The server answered ${response.status}.`);
    return response;
  };

  const through = (signal: AbortSignal) => ({
    headers,
    fetch: ((address: string, init?: RequestInit) => request(String(address), { ...init, signal })) as typeof fetch,
  });

  const accountOf = async (kind: CollectionKind, signal: AbortSignal): Promise<dav.DAVAccount | undefined> => {
    try {
      return await dav.createAccount({
        account: { accountType: accountTypes[kind], serverUrl: server },
        ...through(signal),
      });
    } catch (error) {
      if (error instanceof LoginRefused || error instanceof ServerAway || signal.aborted) throw error;
      // A server of calendars alone has no home for contacts, and the other way round.
      return undefined;
    }
  };

  return {
    home: async (kind, signal) => (await accountOf(kind, signal))?.homeUrl,
    collections: async (kind, signal) => {
      const account = await accountOf(kind, signal);
      if (account === undefined) return [];
      const found =
        kind === 'contacts'
          ? await dav.fetchAddressBooks({ account, ...through(signal) })
          : await dav.fetchCalendars({ account, ...through(signal) });
      return found.map(({ url, displayName }) => {
        const { pathname } = new URL(url, server);
        return { id: pathname, kind, name: textOf(displayName) ?? pathname.split('/').findLast(Boolean) ?? pathname };
      });
    },
    list: async (collection, signal) => {
      const url = new URL(collection, server).href;
      const props = { 'd:getetag': {}, 'd:resourcetype': {} };
      const found = await dav.propfind({ url, props, depth: '1', ...through(signal) });
      const own = new URL(url).pathname;
      return found
        .filter(({ props: has }) => has?.['resourcetype']?.collection === undefined)
        .map(({ href }) => new URL(href ?? '', url).pathname)
        .filter((path) => path !== own);
    },
    isThere: async (address, signal) => {
      const url = new URL(address, server).href;
      const response = await request(url, { method: 'PROPFIND', headers: { depth: '0' }, signal });
      // Xandikos answers 207 for what it does not have, too, with a 404 inside.
      return response.status === 207 && /[:<]collection[\s/>]/.test(await response.text());
    },
    make: async (address, name, kind, signal) => {
      const url = new URL(address, server).href;
      if (kind === 'events') await dav.makeCalendar({ url, props: { 'd:displayname': name }, ...through(signal) });
      else {
        const resourcetype = { 'd:collection': {}, 'card:addressbook': {} };
        const prop = { 'd:displayname': name, 'd:resourcetype': resourcetype };
        const body = { 'd:mkcol': { _attributes: namespaces, 'd:set': { 'd:prop': prop } } };
        await dav.davRequest({ url, init: { method: 'MKCOL', namespace: 'd', headers, body }, ...through(signal) });
      }
    },
    request: (address, init) => request(new URL(address, server).href, init),
  };
};

/** Between two tries at a server that fails for one item. */
const pauseMs = 200;
const tries = 3;

/** Repeats a request that a server fails at; what it says the last time counts. */
export const persistently = async (send: () => Promise<Response>, triesLeft = tries): Promise<Response> => {
  const response = await send();
  if (response.status < 500 || triesLeft <= 1) return response;
  await delay(pauseMs);
  return persistently(send, triesLeft - 1);
};
