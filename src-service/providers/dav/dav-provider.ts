import { newLogin } from '../../migration-engine/login.ts';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import {
  type CollectionKind,
  type Destination,
  type FailureReason,
  ItemFailed,
  LoginRefused,
  ServerAway,
  type SourceAccount,
  type SourceCollection,
} from '../copy-ports.ts';
import type { DestinationSettings, SourceSettings } from '../providers-file.ts';
import type { SourceProvider } from '../source-provider.ts';
import { createDavClient, type DavClient } from './dav-client.ts';
import { createGuardedFetch } from './guarded-fetch.ts';
import { persistently } from './persistent-request.ts';

const kinds: readonly CollectionKind[] = ['contacts', 'events'];
const logInTakesMs = 12_000;
/** Above any card or entry, pictures included: servers take less by far. */
const mostOfItem = 10 * 1_048_576;

/** Asks for one item, or writes it; a server that has its collection is not away. */
const requestItem = (client: DavClient, place: string, init: RequestInit & { readonly signal: AbortSignal }) =>
  persistently(
    () => client.request(place, init),
    () => client.isThere(place.slice(0, place.lastIndexOf('/') + 1), init.signal),
  );

const createAccount = (id: string, client: DavClient): SourceAccount => ({
  id,
  collections: async (signal) => {
    const found: Omit<SourceCollection, 'count'>[] = [];
    let homes = 0;
    for (const kind of kinds) {
      const own = await client.collections(kind, signal);
      if (own === undefined) continue;
      homes++;
      found.push(...own);
    }
    if (homes === 0) throw new ServerAway('The server keeps neither contacts nor calendars.');
    // A server that keeps both in one folder names a collection once for each.
    const distinct = found.filter(({ id: own }, index) => found.findIndex((other) => other.id === own) === index);
    const counted = [];
    for (const collection of distinct)
      counted.push({ ...collection, count: (await client.list(collection.id, signal)).length });
    return counted;
  },
  items: async function* (collection, signal) {
    yield* await client.list(collection, signal);
  },
  read: async (item, signal) => {
    const response = await requestItem(client, item, { signal });
    if (response === 'cut') throw new ItemFailed('unreadable');
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new ItemFailed('unreadable');
    const content = Buffer.from(await response.arrayBuffer());
    if (content.length > mostOfItem) throw new ItemFailed('too_large');
    return content;
  },
});

/** A CardDAV and CalDAV server that people move their address books and calendars from. */
export const davSource = ({ name, category, address }: SourceSettings, rules: AddressRules): SourceProvider => {
  const guarded = createGuardedFetch(address, rules);
  return {
    name,
    category,
    firstStep: 'password',
    logIn: async (before, { userName, password }) => {
      const same = before.userName === userName ? before : newLogin(userName);
      const login = { ...same, failures: before.failures, successes: before.successes, step: 'password' as const };
      const account = createAccount(
        `${new URL(address).href} ${userName}`,
        createDavClient(address, { user: userName, password }, guarded),
      );
      try {
        const collections = await account.collections(AbortSignal.timeout(logInTakesMs));
        return { login: { ...login, trouble: null }, found: { account, collections } };
      } catch (error) {
        const trouble = error instanceof LoginRefused ? 'password_refused' : 'provider_down';
        return { login: { ...login, failures: before.failures + 1, trouble } };
      }
    },
    company: (userName) => ({ provider: name, name: userName, idAtProvider: userName }),
  };
};

const contentTypes = { vcf: 'text/vcard; charset=utf-8', ics: 'text/calendar; charset=utf-8' } as const;

/** What a status says of a write. */
const refusalOf = async (response: Response): Promise<FailureReason> => {
  if (response.status === 413 || response.status === 507) return 'too_large';
  if (response.status >= 500) return 'server_error';
  const text = await response.text();
  return response.status === 409 || /no-uid-conflict/.test(text) ? 'duplicate' : 'refused';
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
  return {
    prepare: async (key, { name, kind }, signal) => {
      const home = await client.home(kind, signal);
      if (home === undefined) throw new ServerAway(`The destination keeps no ${kind}.`);
      const { pathname } = new URL(`ferry-${key}/`, home.replace(/\/?$/, '/'));
      if (!(await client.isThere(pathname, signal))) await client.make(pathname, name, kind, signal);
      if (!(await client.isThere(pathname, signal))) throw new ServerAway('The destination makes no collection.');
      return pathname;
    },
    write: async (place, content, { replaces, signal }) => {
      const condition = replaces === undefined ? { 'if-none-match': '*' } : { 'if-match': replaces };
      const type = contentTypes[place.endsWith('.vcf') ? 'vcf' : 'ics'];
      const body = new Uint8Array(content);
      const headers = { ...condition, 'content-type': type };
      const response = await requestItem(client, place, { method: 'PUT', headers, body, signal });
      if (response === 'cut') return content.length > largeBytes ? 'too_large' : 'server_error';
      if (response.ok) return 'written';
      return response.status === 412 ? 'occupied' : refusalOf(response);
    },
    read: async (place, signal) => {
      const response = await requestItem(client, place, { signal });
      if (response === 'cut') throw new ItemFailed('server_error');
      if (response.status === 404 || response.status === 410) return undefined;
      if (!response.ok) throw new ItemFailed('server_error');
      return {
        content: Buffer.from(await response.arrayBuffer()),
        revision: response.headers.get('etag') ?? '*',
      };
    },
  };
};
