import path from 'node:path';
import { newLogin } from '../../migration-engine/login.ts';
import type { AddressRules } from '../../webhooks/address-guard.ts';
import {
  type CollectionKind,
  type Destination,
  type FailureReason,
  LoginRefused,
  ServerAway,
  type SourceAccount,
  type SourceCollection,
} from '../copy-ports.ts';
import type { DestinationSettings, SourceSettings } from '../providers-file.ts';
import type { SourceProvider } from '../source-provider.ts';
import { createDavClient, type DavClient, persistently } from './dav-client.ts';
import { createGuardedFetch } from './guarded-fetch.ts';

const kinds: readonly CollectionKind[] = ['contacts', 'events'];
const logInTakesMs = 12_000;

const createAccount = (id: string, client: DavClient): SourceAccount => ({
  id,
  collections: async (signal) => {
    const found: Omit<SourceCollection, 'count'>[] = [];
    for (const kind of kinds) found.push(...(await client.collections(kind, signal)));
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
    const response = await persistently(() => client.request(item, { signal }));
    if (response.status === 404 || response.status === 410) return undefined;
    if (!response.ok) throw new ServerAway(`The source answered ${response.status}.`);
    return Buffer.from(await response.arrayBuffer());
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
const triesAtCut = 3;

/** Sends again what a server has cut, as long as it answers otherwise; `cut` where it does so every time. */
const unlessCut = async (
  send: () => Promise<Response>,
  answers: () => Promise<boolean>,
  triesLeft = triesAtCut,
): Promise<Response | 'cut'> => {
  try {
    return await send();
  } catch (error) {
    if (!(error instanceof ServerAway) || !(await answers())) throw error;
    return triesLeft > 1 ? unlessCut(send, answers, triesLeft - 1) : 'cut';
  }
};

/** A CardDAV and CalDAV server that an organization takes its end users' data on. */
export const davDestination = ({ address, user, password }: DestinationSettings, rules: AddressRules): Destination => {
  const client = createDavClient(address, { user, password }, createGuardedFetch(address, rules));
  return {
    prepare: async (key, { name, kind }, signal) => {
      const home = await client.home(kind, signal);
      if (home === undefined) throw new ServerAway(`The destination keeps no ${kind}.`);
      const { pathname } = new URL(`ferry-${key}/`, home);
      if (!(await client.isThere(pathname, signal))) await client.make(pathname, name, kind, signal);
      if (!(await client.isThere(pathname, signal))) throw new ServerAway('The destination makes no collection.');
      return pathname;
    },
    write: async (place, content, { replaces, signal }) => {
      const condition = replaces === undefined ? { 'if-none-match': '*' } : { 'if-match': replaces };
      const type = contentTypes[place.endsWith('.vcf') ? 'vcf' : 'ics'];
      const body = new Uint8Array(content);
      const headers = { ...condition, 'content-type': type };
      const put = () => persistently(() => client.request(place, { method: 'PUT', headers, body, signal }));
      const response = await unlessCut(put, async () => client.isThere(path.posix.dirname(place), signal));
      if (response === 'cut') return content.length > largeBytes ? 'too_large' : 'server_error';
      if (response.ok) return 'written';
      return response.status === 412 ? 'occupied' : refusalOf(response);
    },
    read: async (place, signal) => {
      const response = await persistently(() => client.request(place, { signal }));
      if (!response.ok) return undefined;
      return {
        content: Buffer.from(await response.arrayBuffer()),
        revision: response.headers.get('etag') ?? '*',
      };
    },
  };
};
