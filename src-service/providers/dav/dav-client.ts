import * as dav from 'tsdav';
import { type CollectionKind, ListTooLong, LoginRefused, ServerAway, type SourceCollection } from '../copy-ports.ts';

interface DavCredentials {
  readonly user: string;
  readonly password: string;
}

/** The server forbids what was asked for: a list, or all that it keeps of a kind. */
export class Forbidden extends ServerAway {}

/** A session with a CardDAV and CalDAV server. */
export interface DavClient {
  /** Address of the folder that holds the collections of a kind; undefined where the server keeps none of it. */
  home(kind: CollectionKind, signal: AbortSignal): Promise<string | undefined>;
  /** Undefined where the server keeps none of a kind; `Forbidden` where it gives none of it to this user. */
  collections(
    kind: CollectionKind,
    signal: AbortSignal,
  ): Promise<readonly Omit<SourceCollection, 'count'>[] | undefined>;
  /** Addresses of the items of a collection. */
  list(collection: string, signal: AbortSignal): Promise<readonly string[]>;
  /** Whether there is a collection at an address. */
  isThere(address: string, signal: AbortSignal): Promise<boolean>;
  /** Whether the server forbids a collection to this user. */
  isForbidden(address: string, signal: AbortSignal): Promise<boolean>;
  /** What is in some items of a collection, as far as the server gives it out together. Line ends are not what they were. */
  readTogether(
    collection: string,
    places: readonly string[],
    signal: AbortSignal,
  ): Promise<ReadonlyMap<string, Buffer>>;
  /** Makes a collection where there is none. */
  make(address: string, name: string, kind: CollectionKind, signal: AbortSignal): Promise<void>;
  /** A plain request at an address of this server. */
  request(address: string, init: RequestInit): Promise<Response>;
}

const accountTypes = { contacts: 'carddav', events: 'caldav' } as const;

const passing: readonly number[] = [408, 425, 429, 502, 503, 504];

const namespaces = { 'xmlns:d': 'DAV:', 'xmlns:card': 'urn:ietf:params:xml:ns:carddav' };

const multigets = {
  contacts: ['addressbook-multiget', 'urn:ietf:params:xml:ns:carddav', 'address-data'],
  events: ['calendar-multiget', 'urn:ietf:params:xml:ns:caldav', 'calendar-data'],
} as const;

const mostOfName = 200;

/** A text as the library gives it, a number where it looks like one, or the only member of an object where it stands in CDATA. */
const textOf = (value: unknown): string | undefined => {
  const text = typeof value === 'object' && value !== null ? Object.values(value)[0] : value;
  return typeof text === 'string' || typeof text === 'number' || typeof text === 'boolean' ? String(text) : undefined;
};

/** An item by its own name: a server may write what comes before it in another way. */
export const lastPartOf = (place: string): string => place.slice(place.lastIndexOf('/') + 1);

/** A name that somebody else has written: what no store and no XML takes goes, and what is too long for a line. */
const nameOf = (value: unknown): string | undefined => {
  const name = textOf(value)
    ?.replaceAll(/\p{Cc}+/gu, ' ')
    .trim()
    .slice(0, mostOfName)
    .toWellFormed();
  return name === '' ? undefined : name;
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
  const { origin } = new URL(server);
  /** What a server names is a place on it: never another server, whatever the reply says. */
  const addressOf = (place: string): string => `${origin}${place}`;
  const headers = { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };

  const request = async (address: string, init: RequestInit): Promise<Response> => {
    const response = await guarded(address, { ...init, headers: { ...headers, ...(init.headers as object) } });
    if (response.status === 401) throw new LoginRefused('The server refused user name and password.');
    if (passing.includes(response.status)) throw new ServerAway(`The server answered ${response.status}.`);
    return response;
  };

  /** The library takes a server that fails for one that has nothing; a copy would end with nothing copied. */
  const through = (signal: AbortSignal) => ({
    headers,
    fetch: (async (address: string, init?: RequestInit) => {
      const response = await request(String(address), { ...init, signal });
      if (response.status >= 500) throw new ServerAway(`The server answered ${response.status}.`);
      return response;
    }) as typeof fetch,
  });

  /** What the library asks for, with a word of whether the server has forbidden any of it: it takes that for nothing there. */
  const throughWatched = (signal: AbortSignal) => {
    const plain = through(signal);
    const watched = { isForbidden: false };
    const fetch: typeof plain.fetch = async (...asked) => {
      const response = await plain.fetch(...asked);
      // Many servers forbid this place, and it is looked for elsewhere then.
      watched.isForbidden ||= response.status === 403 && !String(asked[0]).includes('/.well-known/');
      return response;
    };
    return { watched, options: { ...plain, fetch } };
  };

  const accountOf = async (kind: CollectionKind, signal: AbortSignal): Promise<dav.DAVAccount | undefined> => {
    const { watched, options } = throughWatched(signal);
    try {
      return await dav.createAccount({ account: { accountType: accountTypes[kind], serverUrl: server }, ...options });
    } catch (error) {
      const isTold = [LoginRefused, ServerAway, ListTooLong].some((known) => error instanceof known);
      if (isTold || signal.aborted) throw error;
      if (watched.isForbidden) throw new Forbidden(`The server forbids its ${kind}.`);
      // A server of calendars alone has no home for contacts, and the other way round.
      return undefined;
    }
  };

  const look = (address: string, signal: AbortSignal): Promise<Response> =>
    request(addressOf(address), { method: 'PROPFIND', headers: { depth: '0' }, signal });

  return {
    home: async (kind, signal) => (await accountOf(kind, signal))?.homeUrl,
    collections: async (kind, signal) => {
      const account = await accountOf(kind, signal);
      if (account === undefined) return undefined;
      const { watched, options } = throughWatched(signal);
      const found =
        kind === 'contacts'
          ? await dav.fetchAddressBooks({ account, ...options })
          : await dav.fetchCalendars({ account, ...options });
      if (found.length === 0 && watched.isForbidden) throw new Forbidden(`The server forbids its ${kind}.`);
      return found.map(({ url, displayName }) => {
        const { pathname } = new URL(url, server);
        return {
          id: pathname,
          kind,
          name: nameOf(displayName) ?? nameOf(pathname.split('/').findLast(Boolean)) ?? '/',
        };
      });
    },
    list: async (collection, signal) => {
      const url = addressOf(collection);
      const props = { 'd:getetag': {}, 'd:resourcetype': {} };
      const found = await dav.propfind({ url, props, depth: '1', ...through(signal) });
      const own = new URL(url).pathname;
      const pathOf = (href: string | undefined): string => new URL(href ?? '', url).pathname;
      // The library gives a refusal and a page of any kind as a list of one.
      if (found.some(({ status, raw }) => status === 403 && raw?.multistatus === undefined))
        throw new Forbidden('The server forbids the list.');
      if (found.some(({ raw, ok, href }) => raw?.multistatus === undefined || (!ok && pathOf(href) === own)))
        throw new ServerAway('The server gives no list.');
      const paths = found
        .filter(({ props: has }) => has?.['resourcetype']?.collection === undefined)
        .map(({ href }) => pathOf(href))
        .filter((path) => path !== own);
      return [...new Set(paths)];
    },
    readTogether: async (collection, places, signal) => {
      const url = addressOf(collection);
      const [report, namespace, data] = multigets[places[0]?.endsWith('.vcf') ? 'contacts' : 'events'];
      const attributes = { 'xmlns:d': 'DAV:', 'xmlns:o': namespace };
      const parts = { _attributes: attributes, 'd:prop': { [`o:${data}`]: {} }, 'd:href': [...places] };
      // The library's own call fails as a whole where one of the items does.
      const init = {
        method: 'REPORT' as const,
        namespace: 'o',
        headers: { ...headers, depth: '1' },
        body: { [`o:${report}`]: parts },
      };
      const found = await dav.davRequest({ url, init, ...through(signal) });
      const wanted = new Map(places.map((place) => [lastPartOf(place), place]));
      const contents = found.flatMap(({ ok, href, props }): [string, Buffer][] => {
        const place = wanted.get(lastPartOf(href ?? ''));
        const content = textOf(props?.['addressData'] ?? props?.['calendarData']);
        return ok && place !== undefined && content !== undefined ? [[place, Buffer.from(content)]] : [];
      });
      return new Map(contents);
    },
    isForbidden: async (address, signal) => (await look(address, signal)).status === 403,
    isThere: async (address, signal) => {
      const response = await look(address, signal);
      // Xandikos answers 207 for what it does not have, too, with a 404 inside.
      return response.status === 207 && /[:<]collection[\s/>]/.test(await response.text());
    },
    make: async (address, name, kind, signal) => {
      const url = addressOf(address);
      if (kind === 'events') await dav.makeCalendar({ url, props: { 'd:displayname': name }, ...through(signal) });
      else {
        const resourcetype = { 'd:collection': {}, 'card:addressbook': {} };
        const prop = { 'd:displayname': name, 'd:resourcetype': resourcetype };
        const body = { 'd:mkcol': { _attributes: namespaces, 'd:set': { 'd:prop': prop } } };
        await dav.davRequest({ url, init: { method: 'MKCOL', namespace: 'd', headers, body }, ...through(signal) });
      }
    },
    request: (address, init) => request(addressOf(address), init),
  };
};
