import { isUtf8 } from 'node:buffer';
import { maxCollections } from '#shared/modal-messages/modal-state.ts';
import { withLargeContent } from '../../content-worker/large-content.ts';
import {
  CollectionForbidden,
  type DavKind,
  ItemFailed,
  ListTooLong,
  LoginRefused,
  ServerUnavailable,
  type SourceAccount,
  type SourceCollection,
} from '../copy-ports.ts';
import type { Credentials } from '../destination-accounts.ts';
import { each } from '../each.ts';
import type { SourceSettings } from '../providers-file.ts';
import { passwordSource, type SourceProvider } from '../source-provider.ts';
import { createDavClient, type DavClient, type DavOptions, ForbiddenError } from './dav-client.ts';
import { folderOf } from './dav-paths.ts';
import type { DavTasks } from './dav-tasks.ts';
import { createGuardedRequest } from './guarded-request.ts';
import { bytesOf, requestItem } from './request-item.ts';
import { strongTag } from './strong-tag.ts';

const kinds: readonly DavKind[] = ['contacts', 'events'];
/** After this many bytes of lists, a login stops counting items. */
const maxLoginListBytes = 48 * 1_048_576;

const resultOrForbidden = <Result>(result: Promise<Result>): Promise<Result | 'forbidden'> =>
  result.catch((error: unknown) => {
    if (error instanceof ForbiddenError) return 'forbidden';
    throw error;
  });

/** Finds out why access is denied. A wrong password denies everything, a missing permission only one collection. */
const refusalOf = async (client: DavClient, signal: AbortSignal): Promise<LoginRefused | CollectionForbidden> => {
  for (const kind of kinds) {
    const ownCollections = await resultOrForbidden(client.collections(kind, signal));
    if (ownCollections === undefined || ownCollections === 'forbidden') continue;
    for (const { id } of ownCollections) if (!(await client.isForbidden(id, signal))) return new CollectionForbidden();
  }
  return new LoginRefused('The server denies access to all collections.');
};

const findCollections = async (client: DavClient, signal: AbortSignal) => {
  const foundCollections: Omit<SourceCollection, 'count'>[] = [];
  let homes = 0;
  let isForbidden = false;
  for (const kind of kinds) {
    const ownCollections = await resultOrForbidden(client.collections(kind, signal));
    if (ownCollections === 'forbidden') isForbidden = true;
    if (ownCollections === undefined || ownCollections === 'forbidden') continue;
    homes++;
    foundCollections.push(...ownCollections);
  }
  // Some servers respond to a wrong password with 403 instead of 401.
  if (homes === 0 && isForbidden) throw new LoginRefused('The server denies access to contacts and calendars.');
  if (homes === 0) throw new ServerUnavailable('The server has neither contacts nor calendars.');
  // If contacts and events share a folder, the server lists a collection once for each kind.
  const distinctCollections = [
    ...new Map(foundCollections.toReversed().map((one) => [one.id, one])).values(),
  ].toReversed();
  if (distinctCollections.length > maxCollections)
    throw new ListTooLong(`The account has ${distinctCollections.length} collections. The limit is ${maxCollections}.`);
  return distinctCollections;
};

/** Whether a response is text without an item. SOGo sends `(null)` for cards that it can't display. */
const isPlaceholder = (content: Buffer): boolean =>
  isUtf8(content) && !/^\uFEFF?\s*BEGIN:/i.test(content.toString('utf8', 0, 256));

const createAccount = (id: string, client: DavClient, isListFull: () => boolean): SourceAccount => ({
  id,
  collections: async (signal) => {
    const found = await findCollections(client, signal);
    const counts = new Map<string, number | null>();
    await each(found, async (one) => {
      const counting = isListFull() ? Promise.resolve(null) : resultOrForbidden(client.count(one.id, signal));
      const count = await counting.catch((error: unknown) => {
        if (signal.aborted) return null;
        throw error;
      });
      if (count !== 'forbidden') counts.set(one.id, count);
    });
    if (counts.size === 0 && found.length > 0) throw new LoginRefused('The server denies access to all collections.');
    return found.flatMap((one) => {
      const count = counts.get(one.id);
      return count === undefined ? [] : [{ ...one, count }];
    });
  },
  items: async function* (collection, signal) {
    const items = await resultOrForbidden(client.list(collection, signal));
    if (items === 'forbidden') throw await refusalOf(client, signal);
    yield* items;
  },
  read: (item, signal) =>
    withLargeContent(id, async () => {
      const response = await requestItem(client, item, { signal });
      if (typeof response === 'string') throw new ItemFailed('unreadable');
      const { status, headers } = response;
      // A missing permission denies one item; a wrong password denies the folder too.
      if (status === 403 && (await client.isForbidden(folderOf(item), signal))) throw await refusalOf(client, signal);
      if (status === 404 || status === 410) return undefined;
      const content = bytesOf(response);
      if (status < 200 || status > 299 || isPlaceholder(content)) throw new ItemFailed('unreadable');
      return { content, revision: strongTag(headers.etag) };
    }),
});

export const davSource = (
  settings: Extract<SourceSettings, { readonly kind: 'dav' }>,
  { rules, content, timeoutMs, request = createGuardedRequest(settings.address, rules) }: DavOptions,
): SourceProvider<SourceAccount> => {
  const { address } = settings;
  const open = ({ userName, password }: Credentials) => {
    let isUnsent = true;
    let listBytes = 0;
    const watch = {
      onConnect: (): void => {
        isUnsent = false;
      },
      onList: (bytes: number): void => {
        listBytes += bytes;
      },
    };
    const id = `${new URL(address).href} ${userName}`;
    const client = createDavClient({
      server: address,
      credentials: { user: userName, password },
      request: (path, init) => request(path, { ...init, ...watch }),
      account: id,
      runTask: content.runFor<DavTasks>(id),
    });
    const account = createAccount(id, client, () => listBytes > maxLoginListBytes);
    return { account, facts: () => ({ isUnsent, listBytes }) };
  };
  return passwordSource(settings, open, timeoutMs);
};
