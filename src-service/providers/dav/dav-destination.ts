import { createHash } from 'node:crypto';
import { withLargeContent } from '../../content-worker/large-content.ts';
import { boundedText } from '../../content/bounded-text.ts';
import {
  type DavKind,
  type Destination,
  type FailureReason,
  ItemFailed,
  LoginRefused,
  type ReadItem,
  ServerUnavailable,
  type WriteOutcome,
} from '../copy-ports.ts';
import type { DestinationAccount } from '../destination-accounts.ts';
import { createDavClient, type DavClient, type DavOptions, ForbiddenError } from './dav-client.ts';
import { lastPartOf } from './dav-paths.ts';
import { schedulingOf } from './dav-scheduling.ts';
import type { DavRefusal, DavTasks } from './dav-tasks.ts';
import { createGuardedRequest, type DavResponse, type GuardedRequest } from './guarded-request.ts';
import { bytesOf, requestItem } from './request-item.ts';
import { strongTag } from './strong-tag.ts';

/** With the first header, Cyrus sends no invitations; with the second, no replies. Other servers ignore both. */
const noInvitationHeaders = { 'scheduling-enabled': 'F', 'schedule-reply': 'F' };

const maxDetailCharacters = 200;

const observedPrefix = 'seen ';
/** Identifies a revision by a hash of its content, for servers without a strong ETag. */
const observedFingerprint = (content: Buffer): string =>
  `${observedPrefix}${createHash('sha256').update(content).digest('hex')}`;

const contentTypes = { vcf: 'text/vcard; charset=utf-8', ics: 'text/calendar; charset=utf-8' } as const;

type Verdict = WriteOutcome | FailureReason;

/** Verdicts by failed conditions of RFC 4331, 4791, 6352 and 6638, most specific first. */
const verdictsOfConditions: readonly (readonly [RegExp, Verdict])[] = [
  [/^(?:no-uid-conflict|unique-scheduling-object-resource)$/, 'duplicate'],
  [/^max-resource-size$/, 'too_large'],
  [/^(?:quota-not-exceeded|sufficient-disk-space)$/, 'no_space'],
  [/^(?:valid|supported)-/, 'refused'],
];

const verdictsOfStatuses: Readonly<Record<number, Verdict>> = {
  409: 'duplicate',
  412: 'occupied',
  413: 'too_large',
  507: 'no_space',
};

/** Text of Cyrus's error page (status 500) for an item that exceeds a quota. */
const overQuota = 'Over quota';

/** Example: "403 valid-calendar-data: DTEND must occur after DTSTART". */
const detailOf = (status: number, message: DavRefusal | undefined): string => {
  const parts = [[status, ...(message?.conditions ?? [])].join(' '), message?.description ?? ''];
  return boundedText(parts.filter((part) => part !== '').join(': '), maxDetailCharacters);
};

/** Evaluates the response to a write. Xandikos wraps the real status of a refusal in a 207. */
const classifyWriteResponse = async (
  client: DavClient,
  response: DavResponse,
): Promise<{ verdict: Verdict; detail: string }> => {
  const isPlain = response.status < 300 && response.status !== 207;
  const message = isPlain ? undefined : await client.readRefusal(response).catch(() => undefined);
  const status = message?.status ?? response.status;
  const known = verdictsOfConditions.find(([name]) => message?.conditions.some((condition) => name.test(condition)));
  if (status === 500 && bytesOf(response).includes(`<p>${overQuota}</p>`))
    return { verdict: 'no_space', detail: `${status}: ${overQuota}` };
  const refusal = known?.[1] ?? verdictsOfStatuses[status] ?? (status >= 500 ? 'server_error' : 'refused');
  return { verdict: status < 300 ? 'written' : refusal, detail: detailOf(status, message) };
};

/** A 401 isn't LoginRefused: the password is in the operator's file, so an end user can't correct it. */
const withOperatorsPassword =
  (request: GuardedRequest): GuardedRequest =>
  async (path, init) => {
    const response = await request(path, init);
    if (response.status === 401)
      throw new ServerUnavailable('The destination rejected the user name or password in the providers file.');
    return response;
  };

export const davDestination = (
  { address, user, password, isOfEndUser = false }: DestinationAccount,
  { rules, content, request = createGuardedRequest(address, rules) }: DavOptions,
): Destination => {
  const account = `destination ${address} ${user}`;
  const client = createDavClient({
    server: address,
    credentials: { user, password },
    request: isOfEndUser ? request : withOperatorsPassword(request),
    account,
    runTask: content.runFor<DavTasks>(account),
  });
  const read: Destination['read'] = (place, signal) =>
    withLargeContent(account, async () => {
      const response = await requestItem(client, place, { signal });
      if (typeof response === 'string') throw new ItemFailed('server_error');
      const { status, headers } = response;
      if (status === 404 || status === 410) return undefined;
      if (status < 200 || status > 299) throw new ItemFailed('server_error');
      const bytes = bytesOf(response);
      return { content: bytes, revision: strongTag(headers.etag) ?? observedFingerprint(bytes) };
    });
  /** Whether the server honours `If-None-Match: *` and refuses to overwrite an item. SOGo doesn't. */
  let refusesOverwrite: boolean | undefined;
  /** The DAV home of each kind that already has a created collection. Later collections of that kind skip discovery. */
  const homes = new Map<DavKind, string>();
  return {
    id: `${new URL(address).href} ${user}`,
    signIn: async (signal) => {
      await client.home('contacts', signal).catch((error: unknown) => {
        throw error instanceof ForbiddenError ? new LoginRefused(error.message) : error;
      });
    },
    scheduling: (collectionPath, signal) =>
      withLargeContent(account, () => schedulingOf(client, collectionPath, signal)),
    prepare: async (key, { name, kind }, signal) => {
      const home = kind === 'messages' ? undefined : (homes.get(kind) ?? (await client.home(kind, signal)));
      if (kind === 'messages' || home === undefined)
        throw new ServerUnavailable(`The destination doesn't store ${kind}.`);
      homes.delete(kind);
      const path = `${home.replace(/\/?$/, '/')}ferry-${key}/`;
      if (!(await client.isCollection(path, signal))) await client.make(path, name, kind, signal);
      if (!(await client.isCollection(path, signal)))
        throw new ServerUnavailable("The destination couldn't create a collection.");
      homes.set(kind, home);
      return path;
    },
    taken: async (collectionPath, signal) => {
      const items = await client.list(collectionPath, signal);
      // The copy chose the last path segment. Servers may encode the segments before it differently.
      return new Map(items.map(({ id, revision }) => [`${collectionPath}${lastPartOf(id)}`, revision]));
    },
    write: async (place, bytes, { replaces, signal }) => {
      const isObserved = replaces?.startsWith(observedPrefix) ?? false;
      if (replaces === undefined && !refusesOverwrite && (await read(place, signal)) !== undefined) return 'occupied';
      // Without a strong ETag, the server can't detect a concurrent change. This read makes overwriting it unlikely.
      if (isObserved && (await read(place, signal))?.revision !== replaces) return 'occupied';
      const condition = replaces === undefined ? { 'if-none-match': '*' } : { 'if-match': isObserved ? '*' : replaces };
      const isContact = place.endsWith('.vcf');
      const type = contentTypes[isContact ? 'vcf' : 'ics'];
      const headers = { ...condition, 'content-type': type, ...(!isContact && noInvitationHeaders) };
      const hasArrived = async (): Promise<boolean> => {
        const storedItem = await read(place, signal).catch((error: unknown) => {
          // The write may have arrived, so it isn't reported as refused by the server.
          throw error instanceof ItemFailed ? new ItemFailed('unverified') : error;
        });
        return storedItem !== undefined && storedItem.revision !== replaces;
      };
      let tries = 0;
      const init = { method: 'PUT', headers, body: bytes, signal, onConnect: () => void tries++ };
      const response = await withLargeContent(account, () => requestItem(client, place, init, hasArrived));
      if (response === 'cut') throw new ItemFailed('server_error');
      // The path of a new item may have a different item, which the caller checks after `occupied`.
      if (response === 'arrived') return replaces === undefined ? 'occupied' : 'written';
      const { verdict, detail } = await classifyWriteResponse(client, response);
      // An earlier try whose response was lost may have caused the new revision.
      if (verdict === 'occupied' && replaces !== undefined && tries > 1 && (await hasArrived())) return 'written';
      if (verdict === 'written' && replaces === undefined && refusesOverwrite === undefined) {
        // Checks whether the server refuses to overwrite. Writing the same bytes again is harmless.
        const secondResponse = await withLargeContent(account, () => requestItem(client, place, init));
        refusesOverwrite =
          typeof secondResponse === 'string'
            ? undefined
            : (await classifyWriteResponse(client, secondResponse)).verdict === 'occupied';
      }
      // SOGo also sends 412 for a free path if the meeting's organizer is another user who doesn't have the meeting.
      if (verdict === 'occupied' && replaces === undefined && !(await hasArrived()))
        throw new ItemFailed('refused', detail);
      if (verdict === 'written' || verdict === 'occupied') return verdict;
      throw new ItemFailed(verdict, detail);
    },
    read,
    readTogether: (places, signal) =>
      client.readTogether(places, signal).catch((error: unknown) => {
        if (signal.aborted || error instanceof LoginRefused) throw error;
        // Some servers don't support multiget of this size. The caller then reads items one by one.
        return new Map<string, ReadItem>();
      }),
  };
};
