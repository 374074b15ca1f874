import { createHash } from 'node:crypto';
import { type LoginTrouble, mostCollections } from '#shared/modal-messages/modal-state.ts';
import { newLogin } from '../login.ts';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import {
  CollectionForbidden,
  type CollectionKind,
  type Destination,
  ItemFailed,
  ListTooLong,
  LoginRefused,
  ServerAway,
  type SourceAccount,
  type SourceCollection,
  type WriteOutcome,
} from '../copy-ports.ts';
import type { DestinationSettings, SourceSettings } from '../providers-file.ts';
import type { SourceProvider } from '../source-provider.ts';
import { each } from '../each.ts';
import { createDavClient, type DavClient, Forbidden, lastPartOf } from './dav-client.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { persistently } from './persistent-request.ts';

/** What a strong ETag is not: `If-Match` never holds for it. */
const weak = 'W/';
/** Names an item by what is in it, where its server gives nothing to name it by. */
const seenAs = (content: Buffer): string => `seen ${createHash('sha256').update(content).digest('hex')}`;

const kinds: readonly CollectionKind[] = ['contacts', 'events'];
/** The page waits for a log-in somewhat longer. */
const logInTakesMs = 12_000;

const folderOf = (place: string): string => place.slice(0, place.lastIndexOf('/') + 1);

/** Asks for one item, or writes it; a server that has its collection is not away. */
const requestItem = (client: DavClient, place: string, init: RequestInit & { readonly signal: AbortSignal }) =>
  persistently(
    () => client.request(place, init),
    () => client.isThere(folderOf(place), init.signal),
  );

const unlessForbidden = async <Result>(result: Promise<Result>): Promise<Result | 'forbidden'> => {
  try {
    return await result;
  } catch (error) {
    if (error instanceof Forbidden) return 'forbidden';
    throw error;
  }
};

/** How many items a collection has; null where that is not known when the signal comes. */
const countOf = async (
  client: DavClient,
  collection: string,
  signal: AbortSignal,
): Promise<number | null | 'forbidden'> => {
  try {
    const items = await unlessForbidden(client.list(collection, signal));
    return items === 'forbidden' ? items : items.length;
  } catch (error) {
    if (signal.aborted) return null;
    throw error;
  }
};

/** Why a collection is forbidden: everything is to who has a wrong password, and one alone to who may not read that one. */
const refusalOf = async (client: DavClient, signal: AbortSignal): Promise<LoginRefused | CollectionForbidden> => {
  for (const kind of kinds) {
    const own = await unlessForbidden(client.collections(kind, signal));
    if (own === undefined || own === 'forbidden') continue;
    for (const { id } of own) if (!(await client.isForbidden(id, signal))) return new CollectionForbidden();
  }
  return new LoginRefused('The server forbids each of its collections.');
};

const createAccount = (id: string, client: DavClient): SourceAccount => ({
  id,
  collections: async (signal) => {
    const found: Omit<SourceCollection, 'count'>[] = [];
    let homes = 0;
    let isForbidden = false;
    for (const kind of kinds) {
      const own = await unlessForbidden(client.collections(kind, signal));
      if (own === 'forbidden') isForbidden = true;
      if (own === undefined || own === 'forbidden') continue;
      homes++;
      found.push(...own);
    }
    // Some servers answer so to a wrong password.
    if (homes === 0 && isForbidden) throw new LoginRefused('The server forbids all that it keeps.');
    if (homes === 0) throw new ServerAway('The server keeps neither contacts nor calendars.');
    // A server that keeps both in one folder names a collection once for each.
    const distinct = [...new Map(found.toReversed().map((one) => [one.id, one])).values()].toReversed();
    if (distinct.length > mostCollections) throw new ListTooLong(`An account has ${distinct.length} collections.`);
    const counts = new Map<string, number | null>();
    await each(distinct, async (one) => {
      const count = await countOf(client, one.id, signal);
      if (count !== 'forbidden') counts.set(one.id, count);
    });
    // What is shared without the right to read it cannot be copied.
    if (counts.size === 0 && distinct.length > 0) throw new LoginRefused('The server forbids each of its collections.');
    return distinct.flatMap((one) => {
      const count = counts.get(one.id);
      return count === undefined ? [] : [{ ...one, count }];
    });
  },
  items: async function* (collection, signal) {
    const items = await unlessForbidden(client.list(collection, signal));
    if (items === 'forbidden') throw await refusalOf(client, signal);
    yield* items;
  },
  read: async (item, signal) => {
    const response = await requestItem(client, item, { signal });
    if (response === 'cut') throw new ItemFailed('unreadable');
    // One item may be forbidden, and everything to who has a wrong password.
    if (response.status === 403 && (await client.isForbidden(folderOf(item), signal)))
      throw await refusalOf(client, signal);
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new ItemFailed('unreadable');
    return Buffer.from(await response.arrayBuffer());
  },
});

const troubleOf = (error: unknown): LoginTrouble => {
  if (error instanceof LoginRefused) return 'password_refused';
  return error instanceof ListTooLong ? 'too_much' : 'provider_down';
};

/** A CardDAV and CalDAV server that people move their address books and calendars from. */
export const davSource = (
  { name, category, address }: SourceSettings,
  rules: AddressRules,
  timeoutMs = logInTakesMs,
): SourceProvider => {
  const guarded = createGuardedFetch(address, rules);
  return {
    name,
    category,
    firstStep: 'password',
    logIn: async (before, { userName, password }) => {
      const same = before.userName === userName ? before : newLogin(userName);
      const login = { ...same, failures: before.failures, successes: before.successes, step: 'password' as const };
      let isUnsent = true;
      const onConnect = (): void => {
        isUnsent = false;
      };
      const account = createAccount(
        `${new URL(address).href} ${userName}`,
        createDavClient(address, { user: userName, password }, (input, init) => guarded(input, { ...init, onConnect })),
      );
      try {
        const collections = await account.collections(AbortSignal.timeout(timeoutMs));
        return { login: { ...login, trouble: null, lockedUntil: null }, found: { account, collections } };
      } catch (error) {
        return { login: { ...login, failures: before.failures + 1, trouble: troubleOf(error) }, isUnsent };
      }
    },
    company: (userName) => ({ provider: name, name: userName, idAtProvider: userName }),
  };
};

const contentTypes = { vcf: 'text/vcard; charset=utf-8', ics: 'text/calendar; charset=utf-8' } as const;

/** What a server answered to a write. Xandikos wraps a refusal into a 207, with the status that it means inside. */
const outcomeOf = async (response: Response): Promise<WriteOutcome> => {
  const text = await response.text();
  const wrapped = response.status === 207 ? /HTTP\/1\.1 (\d{3})/.exec(text)?.[1] : undefined;
  const status = Number(wrapped ?? response.status);
  if (status < 300) return 'written';
  if (/no-uid-conflict/.test(text)) return 'duplicate';
  if (/valid-(?:address|calendar)-data/.test(text)) return 'refused';
  if (status === 412) return 'occupied';
  if (status === 413 || status === 507) return 'too_large';
  if (status >= 500) return 'server_error';
  return status === 409 ? 'duplicate' : 'refused';
};

/** A server may cut the connection at an item of this size without a word, since it is too large for it. */
const largeBytes = 65_536;

/** The password of the file is the operator's: no end user can log in with another one. */
const withOperatorsPassword =
  (guarded: typeof fetch): typeof fetch =>
  async (input, init) => {
    const response = await guarded(input, init);
    if (response.status === 401) throw new ServerAway('The destination refused user and password of the file.');
    return response;
  };

/** A CardDAV and CalDAV server that an organization takes its end users' data on. */
export const davDestination = ({ address, user, password }: DestinationSettings, rules: AddressRules): Destination => {
  const guarded = withOperatorsPassword(createGuardedFetch(address, rules));
  const client = createDavClient(address, { user, password }, guarded);
  const read: Destination['read'] = async (place, signal) => {
    const response = await requestItem(client, place, { signal });
    if (response === 'cut') throw new ItemFailed('server_error');
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new ItemFailed('server_error');
    const content = Buffer.from(await response.arrayBuffer());
    const tag = response.headers.get('etag');
    return { content, revision: tag === null || tag.startsWith(weak) ? seenAs(content) : tag };
  };
  /** Found once, as long as collections can be made there. */
  const homes = new Map<CollectionKind, string>();
  return {
    prepare: async (key, { name, kind }, signal) => {
      const home = homes.get(kind) ?? (await client.home(kind, signal));
      if (home === undefined) throw new ServerAway(`The destination keeps no ${kind}.`);
      homes.delete(kind);
      const { pathname } = new URL(`ferry-${key}/`, home.replace(/\/?$/, '/'));
      if (!(await client.isThere(pathname, signal))) await client.make(pathname, name, kind, signal);
      if (!(await client.isThere(pathname, signal))) throw new ServerAway('The destination makes no collection.');
      homes.set(kind, home);
      return pathname;
    },
    taken: async (room, signal) => {
      const paths = await client.list(room, signal);
      // By their last part, which is ours: a server may write what comes before it in another way.
      return new Set(paths.map((path) => `${room}${lastPartOf(path)}`));
    },
    write: async (place, content, { replaces, signal }) => {
      const isSeen = replaces?.startsWith('seen ') ?? false;
      // No condition of the protocol holds for it: looking once more, at once, is what is left.
      if (isSeen && (await read(place, signal))?.revision !== replaces) return 'occupied';
      const condition = replaces === undefined ? { 'if-none-match': '*' } : { 'if-match': isSeen ? '*' : replaces };
      const type = contentTypes[place.endsWith('.vcf') ? 'vcf' : 'ics'];
      const body = new Uint8Array(content);
      const headers = { ...condition, 'content-type': type };
      const response = await requestItem(client, place, { method: 'PUT', headers, body, signal });
      if (response === 'cut') return content.length > largeBytes ? 'too_large' : 'server_error';
      return outcomeOf(response);
    },
    read,
    readTogether: async (places, signal) => {
      try {
        return await client.readTogether(folderOf(places[0] ?? ''), places, signal);
      } catch (error) {
        if (signal.aborted) throw error;
        // Not every server gives several items out together, or so much at once: each of them is read alone then.
        return new Map();
      }
    },
  };
};
