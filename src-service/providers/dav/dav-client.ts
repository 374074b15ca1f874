import type { ContentWorker, RunTask } from '../../content-worker/content-worker.ts';
import { withLargeContent } from '../../content-worker/large-content.ts';
import {
  collectionName,
  type DavKind,
  ItemFailed,
  ListTooLong,
  LoginRefused,
  RateLimited,
  type ReadItem,
  ServerUnavailable,
  type SourceCollection,
} from '../copy-ports.ts';
import { makeCollection, multigetBody, propfindBody } from './dav-bodies.ts';
import type { AdapterOptions } from '../source-provider.ts';
import { unlessAborted } from '../unless-aborted.ts';
import { folderOf, lastPartOf, pathOf } from './dav-paths.ts';
import type { DavTasks } from './dav-tasks.ts';
import type { DavInit, DavResponse, GuardedRequest } from './guarded-request.ts';
import type { DavResource } from './read-dav-xml.ts';

/** The server denies access to a list, or to all collections of a kind. */
export class ForbiddenError extends ServerUnavailable {}

export interface DavOptions extends AdapterOptions {
  readonly content: ContentWorker;
  /** @default requests through sockets */
  readonly request?: GuardedRequest | undefined;
}

interface DavClientOptions {
  readonly server: string;
  readonly credentials: { readonly user: string; readonly password: string };
  readonly request: GuardedRequest;
  readonly account: string;
  readonly runTask: RunTask<DavTasks>;
}

const isTransient = (status: number): boolean => [408, 425, 429, 502, 503, 504].includes(status);

const homeOf = { contacts: 'contactsHome', events: 'eventsHome' } as const;
const homeProperty = { contacts: 'card:addressbook-home-set', events: 'cal:calendar-home-set' } as const;
const wellKnown = { contacts: '/.well-known/carddav', events: '/.well-known/caldav' } as const;
const typeOf = { contacts: 'addressbook', events: 'calendar' } as const;

const itemProperties = ['d:getetag', 'd:resourcetype'];
const maxRedirects = 3;

/** Discovers collections by RFC 6764 and RFC 5397, and reads and writes items byte for byte. */
export const createDavClient = (options: DavClientOptions) => {
  const { server, credentials, account, runTask } = options;
  const { pathname: start } = new URL(server);
  const authorization = `Basic ${Buffer.from(`${credentials.user}:${credentials.password}`).toString('base64')}`;

  const request = async (path: string, init: DavInit): Promise<DavResponse> => {
    const response = await options.request(path, { ...init, headers: { authorization, ...init.headers } });
    if (response.status === 401) throw new LoginRefused('The server rejected the user name or password.');
    if (response.status === 429) throw new RateLimited('The server limits the number of requests.');
    if (isTransient(response.status))
      throw new ServerUnavailable(`The server responded with status ${response.status}.`);
    return response;
  };

  const propfind = async (path: string, depth: 0 | 1, signal: AbortSignal, properties: readonly string[]) => {
    const headers = { depth: String(depth) };
    const response = await request(path, { method: 'PROPFIND', headers, body: propfindBody(properties), signal });
    if (response.status >= 500) throw new ServerUnavailable(`The server responded with status ${response.status}.`);
    return response;
  };

  const awaitList = async <Result>(
    task: Promise<Result | 'cut' | 'too_much'>,
    signal: AbortSignal,
  ): Promise<Result> => {
    const result = await unlessAborted(task, signal).catch((error: unknown) => {
      // The content process exceeded its time or memory limit.
      if (error instanceof ItemFailed) return 'too_much' as const;
      throw error;
    });
    if (result === 'too_much') throw new ListTooLong('A list is too long to copy.');
    if (result === 'cut') throw new ServerUnavailable("The server's response isn't a complete list.");
    return result as Result;
  };

  const listOf = <Result>(
    path: string,
    signal: AbortSignal,
    properties: readonly string[],
    read: (parts: readonly Buffer[]) => Promise<Result | 'cut' | 'too_much'>,
  ): Promise<Result> =>
    withLargeContent(account, async () => {
      const response = await propfind(path, 1, signal, properties);
      if (response.status === 403) throw new ForbiddenError('The server denies access to the list.');
      if (response.status !== 207)
        throw new ServerUnavailable(`The server responded to a list request with status ${response.status}.`);
      return awaitList(read(response.body), signal);
    });

  /** Undefined if the resource doesn't exist. Follows redirects on the same server. */
  const readProperties = (
    path: string,
    signal: AbortSignal,
    properties: readonly string[],
    redirects = maxRedirects,
  ): Promise<DavResource | undefined> =>
    withLargeContent(account, async () => {
      const response = await propfind(path, 0, signal, properties);
      const { location } = response.headers;
      if (response.status >= 300 && response.status < 400 && location !== undefined && redirects > 0)
        return readProperties(pathOf(location, path), signal, properties, redirects - 1);
      if (response.status === 403) throw new ForbiddenError('The server denies access to a resource.');
      if (response.status !== 207) return undefined;
      const resources = await awaitList(runTask('readList', response.body, path), signal);
      return resources.find(({ status }) => status < 300);
    });

  /** Finds a kind's folder from the configured or else the well-known URL. Undefined if the server lacks the kind. */
  const findHome = async (kind: DavKind, signal: AbortSignal): Promise<string | undefined> => {
    const properties = ['d:current-user-principal', homeProperty[kind]];
    let forbidden: ForbiddenError | undefined;
    for (const path of [start, wellKnown[kind]]) {
      try {
        const found = await readProperties(path, signal, properties);
        const home = found?.[homeOf[kind]];
        if (home !== undefined) return pathOf(home, path);
        if (found?.principal === undefined) continue;
        const principal = pathOf(found.principal, path);
        const ownHome = (await readProperties(principal, signal, properties))?.[homeOf[kind]];
        return ownHome === undefined ? undefined : pathOf(ownHome, principal);
      } catch (error) {
        if (!(error instanceof ForbiddenError)) throw error;
        // Many servers deny access to the well-known URL, so a denial counts only for the configured URL.
        if (path === start) forbidden = error;
      }
    }
    if (forbidden !== undefined) throw forbidden;
    return undefined;
  };

  return {
    home: findHome,
    /** Undefined if the server doesn't support that kind. Rejects with `ForbiddenError` if the server denies access. */
    collections: async (kind: DavKind, signal: AbortSignal): Promise<Omit<SourceCollection, 'count'>[] | undefined> => {
      const home = await findHome(kind, signal);
      if (home === undefined) return undefined;
      const read = (parts: readonly Buffer[]) => runTask('readList', parts, home);
      const found = await listOf(home, signal, ['d:displayname', 'd:resourcetype'], read);
      return found
        .filter(({ status, types }) => status < 300 && types?.includes(typeOf[kind]))
        .map(({ href, displayName }) => ({
          id: href,
          kind,
          name: collectionName(displayName) ?? collectionName(href.split('/').findLast(Boolean)) ?? '/',
        }));
    },
    list: (path: string, signal: AbortSignal) =>
      listOf(path, signal, itemProperties, (parts) => runTask('readItems', parts, path)),
    count: (path: string, signal: AbortSignal) =>
      listOf(path, signal, itemProperties, (parts) => runTask('countItems', parts, path)),
    isForbidden: (path: string, signal: AbortSignal) =>
      withLargeContent(account, async () => (await propfind(path, 0, signal, ['d:resourcetype'])).status === 403),
    /** Addresses of a collection's owner and of the signed-in user, who may be an administrator. */
    userAddresses: async (collection: string, signal: AbortSignal) => {
      const found = await readProperties(collection, signal, ['d:owner', 'd:current-user-principal']);
      const addressesOf = async (principal = ''): Promise<readonly string[]> => {
        if (principal === '') return [];
        const path = pathOf(principal, collection);
        return (await readProperties(path, signal, ['cal:calendar-user-address-set']))?.addresses ?? [];
      };
      return { owner: await addressesOf(found?.owner), user: await addressesOf(found?.principal) };
    },
    isCollection: async (path: string, signal: AbortSignal) => {
      const found = await readProperties(path, signal, ['d:resourcetype']).catch((error: unknown) => {
        if (error instanceof ForbiddenError) return undefined;
        throw error;
      });
      return found?.types?.includes('collection') === true;
    },
    readTogether: async (paths: readonly string[], signal: AbortSignal): Promise<ReadonlyMap<string, ReadItem>> => {
      const [first = ''] = paths;
      const folder = folderOf(first);
      const kind = first.endsWith('.vcf') ? 'contacts' : 'events';
      const init = { method: 'REPORT', headers: { depth: '1' }, body: multigetBody(kind, paths), signal };
      const found = await withLargeContent(account, async () => {
        const response = await request(folder, init);
        return response.status === 207
          ? new Map(await awaitList(runTask('readContents', response.body, folder), signal))
          : new Map();
      });
      return new Map(
        paths.flatMap((path) => {
          const item = found.get(lastPartOf(path));
          return item === undefined ? [] : [[path, { ...item, content: Buffer.from(item.content) }]];
        }),
      );
    },
    make: async (path: string, name: string, kind: DavKind, signal: AbortSignal): Promise<void> => {
      await withLargeContent(account, () => request(path, { ...makeCollection(kind, name), signal }));
    },
    readRefusal: ({ body }: DavResponse) => runTask('readRefusal', body),
    request,
  };
};

export type DavClient = ReturnType<typeof createDavClient>;
