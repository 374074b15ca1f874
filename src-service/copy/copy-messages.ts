import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { keyOf } from '../content/key-of.ts';
import { describeMessage } from '../content/message-id.ts';
import { ConnectionCut, ItemFailed, type ListedItem } from '../providers/copy-ports.ts';
import {
  type MailAccount,
  type MailDestination,
  type MailFolder,
  type Message,
  wholeMessageBytes,
} from '../providers/mail-ports.ts';
import type { CopiedItem, LastWrite } from '../store/copied-items.ts';
import { type CollectionJob, failedResult, keptResult, type Result } from './copy-job.ts';
import { copyListedItems } from './copy-listed-items.ts';
import { createArrivals, placeOfMessage, uidIn } from './message-arrivals.ts';
import { expectationOf, verifyMessages } from './verify-messages.ts';

type MailJob = CollectionJob<MailAccount, MailDestination>;

export const isMailJob = (job: CollectionJob): job is MailJob =>
  'readMessage' in job.account && 'append' in job.destination;

const maxAppends = 3;
const pauseMs = 500;

/** Hashes the content while it is read. Records time and error of the source, so that the destination isn't blamed. */
const observe = ({ content }: Message, times: MailJob['times']) => {
  const hash = createHash('sha256');
  let failure: unknown;
  let sourceMs = 0;
  const read = async function* () {
    let startedAt = performance.now();
    try {
      for await (const part of content) {
        const ms = performance.now() - startedAt;
        times.source += ms;
        sourceMs += ms;
        hash.update(part);
        yield part;
        startedAt = performance.now();
      }
    } catch (error) {
      failure = error;
      throw new Error('The source failed.', { cause: error });
    }
  };
  return { content: read(), digest: () => hash.digest('hex'), failure: () => failure, sourceMs: () => sourceMs };
};

interface FolderContext extends MailJob {
  readonly folder: MailFolder;
  readonly arrivals: ReturnType<typeof createArrivals>;
  readonly lastWrites: ReadonlyMap<string, LastWrite>;
  /** Names of `lastWrites` that the folder at the destination still has. */
  readonly presentNames: ReadonlySet<string>;
  /** Returns the last write of a message whose ID has changed since. Returns each last write once. */
  readonly takeRenamed: (message: Message) => Promise<LastWrite | undefined>;
}

/** Last writes of messages that the source doesn't list, by digest and by name at the destination. */
const findUnlisted = (lastWrites: FolderContext['lastWrites'], listed: ReadonlySet<string>) => {
  const listedKeys = new Set([...listed].map((item) => keyOf(item)));
  const listedNames = new Set([...lastWrites].flatMap(([key, { name }]) => (listedKeys.has(key) ? name : [])));
  const byDigest = new Map<string, Map<string, LastWrite>>();
  for (const write of lastWrites.values()) {
    // After two changes of IDs, several last writes have one name.
    if (listedNames.has(write.name)) continue;
    const equal = byDigest.get(write.source) ?? new Map<string, LastWrite>();
    byDigest.set(write.source, equal.set(write.name, write));
  }
  return byDigest;
};

/** With a new UIDVALIDITY, a folder's messages get other IDs and keep their bytes. */
const createRenamed = (lastWrites: FolderContext['lastWrites'], { listed }: MailJob['rows']) => {
  let unlisted: ReturnType<typeof findUnlisted> | undefined;
  return async ({ content }: Message): Promise<LastWrite | undefined> => {
    if (lastWrites.size === 0) return undefined;
    // Only now is the source's list complete.
    unlisted ??= findUnlisted(lastWrites, listed);
    const equal = unlisted.size > 0 ? unlisted.get((await describeMessage(content)).digest) : undefined;
    const [write] = equal?.values() ?? [];
    if (write !== undefined) equal?.delete(write.name);
    return write;
  };
};

const writtenResult = (
  { folder }: FolderContext,
  uid: number,
  digest: string,
  changes: CopiedItem['changes'],
): Result => ({
  state: 'written',
  reason: null,
  place: placeOfMessage(folder, uid),
  fingerprint: digest,
  sourceFingerprint: digest,
  changes,
});

/** Returns the result of an intended write that was interrupted. Undefined if the message did not arrive. */
const findWritten = async (
  context: FolderContext,
  { place, fingerprint, changes }: CopiedItem,
  message: Message | undefined,
): Promise<Result | undefined> => {
  const described = message && (await describeMessage(message.content));
  const digest = fingerprint ?? described?.digest;
  if (digest === undefined) return undefined;
  const facts = message && { ...message, messageId: described?.messageId };
  const uid = await context.arrivals.claim(uidIn(context.folder, place) ?? 1, { digest, facts });
  return uid === undefined ? undefined : writtenResult(context, uid, digest, changes);
};

const appendMessage = async (context: FolderContext, item: string, message: Message): Promise<Result> => {
  const { arrivals, destination, folder, recordIntent, signal } = context;
  const { digest: fingerprint = null } = message.size < wholeMessageBytes ? await describeMessage(message.content) : {};
  const changes = expectationOf(message);
  const first = arrivals.nextUid();
  const place = placeOfMessage(folder, first);
  await recordIntent(item, { state: 'intended', reason: null, place, fingerprint, changes });
  for (let tries = 1; ; tries++) {
    const observed = observe(message, context.times);
    let cut: ConnectionCut | undefined;
    try {
      const uid = await arrivals.append({ ...message, content: observed.content }).finally(() => {
        // The destination's time has the whole append only now. Earlier, a part of it would look faster than it is.
        context.times.destination -= observed.sourceMs();
      });
      if (uid !== undefined) return writtenResult(context, uid, observed.digest(), changes);
    } catch (error) {
      signal.throwIfAborted();
      if (observed.failure() !== undefined) throw observed.failure();
      if (!(error instanceof ConnectionCut)) throw error;
      cut = error;
      // A server that still responds may close connections because of this message.
      await destination.signIn(signal).catch(() => {
        throw error;
      });
      // The server may store the message shortly after it closed the connection.
      await delay(pauseMs, undefined, { signal });
    }
    const { digest, messageId } = await describeMessage(message.content);
    const uid = await arrivals.claim(first, { digest, facts: { ...message, messageId } });
    if (uid !== undefined) return writtenResult(context, uid, digest, changes);
    // The server accepted the message, so another try could create a duplicate.
    if (cut === undefined) return failedResult('unverified');
    if (tries === maxAppends) return failedResult('server_error', cut.message);
  }
};

const copiedBefore = ({ folder, presentNames }: FolderContext, last: LastWrite): Result =>
  keptResult(`${folder.path}/${last.name}`, presentNames.has(last.name) ? 'already_there' : 'deleted_there', last);

const copyMessage = async (
  context: FolderContext,
  { id: item }: ListedItem,
  before: CopiedItem | undefined,
): Promise<Result> => {
  const { account, lastWrites, retried, signal } = context;
  const last = lastWrites.get(keyOf(item));
  if (last !== undefined && before === undefined) return copiedBefore(context, last);
  const message = await account.readMessage(item, signal);
  const failed = retried?.get(item);
  // The first copy may have written the message, which then isn't written again.
  const intended =
    before ??
    (failed?.reason === 'unverified' || failed?.reason === 'server_error'
      ? { ...failed, place: null, changes: message && expectationOf(message) }
      : undefined);
  const writtenBefore = intended && (await findWritten(context, intended, message));
  if (writtenBefore !== undefined) return writtenBefore;
  if (message === undefined) return failedResult('vanished');
  // A retry lists only failed messages, so it can't know the IDs of the others.
  const renamed = intended === undefined && retried === undefined ? await context.takeRenamed(message) : undefined;
  return renamed === undefined ? appendMessage(context, item, message) : copiedBefore(context, renamed);
};

export const copyMessages = async (job: MailJob): Promise<void> => {
  const { pair, destination, collection, items, rows, note, signal } = job;
  const isOpen = ({ state }: CopiedItem): boolean => state === 'intended';
  let folder: MailFolder;
  try {
    folder = await destination.prepare(collection, signal);
  } catch (error) {
    if (!(error instanceof ItemFailed)) throw error;
    return copyListedItems(job, { isOpen, copyOne: () => Promise.reject(error), readBack: async () => {} });
  }
  const lastWrites = await items.lastWrites(pair, collection.id);
  const uids = lastWrites.size === 0 ? [] : await destination.list(folder, signal);
  const lastPlaces = [...lastWrites.values()].map(
    ({ name }) => ({ state: 'copied', place: `${folder.path}/${name}` }) as const,
  );
  const context: FolderContext = {
    ...job,
    folder,
    arrivals: createArrivals(destination, folder, [...lastPlaces, ...rows.results.values()], signal),
    lastWrites,
    presentNames: new Set(uids.map((uid) => `${folder.uidValidity}.${uid}`)),
    takeRenamed: createRenamed(lastWrites, rows),
  };
  return copyListedItems(job, {
    isOpen,
    copyOne: (item, before) => copyMessage(context, item, before),
    readBack: async (written) => {
      for (const result of await verifyMessages(destination, folder, written, signal)) await note(result);
    },
  });
};
