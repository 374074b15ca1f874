import { createHash } from 'node:crypto';
import { messageIdOf } from '../content/message-id.ts';
import { keyOf } from '../content/key-of.ts';
import type { CopyCollection } from '../migration-engine/copy-state.ts';
import { ItemFailed, RateLimited, ServerUnavailable } from '../providers/copy-ports.ts';
import { each } from '../providers/each.ts';
import {
  type MailAccount,
  type MailDestination,
  type MailFolder,
  type Message,
  wholeMessageBytes,
} from '../providers/mail-ports.ts';
import type { CopiedItem, LastWrite } from '../store/copied-items.ts';
import { type CopyJob, type CopySteps, partsOf, type Rows } from './copy-job.ts';
import { copyListedItems } from './copy-listed-items.ts';
import { createArrivals, type WantedMessage } from './message-arrivals.ts';
import { placeOfMessage, uidOfPlace } from './message-places.ts';
import { expectationOf, verifyMessages } from './verify-messages.ts';

type MailJob = CopyJob<MailAccount, MailDestination>;

export const isMailJob = (job: CopyJob): job is MailJob => 'readMessage' in job.account && 'append' in job.destination;

const messagesPerReadBack = 50;
const maxAppends = 3;

type Result = Omit<CopiedItem, 'collection' | 'kind' | 'item'>;

const failedResult = ({ reason, detail }: Pick<ItemFailed, 'reason' | 'detail'>): Result => ({
  state: 'failed',
  reason,
  detail,
  place: null,
  fingerprint: null,
});

/** Passes the content on, and hashes it. Stores an error of the source, so that it isn't mistaken for one of the destination. */
const observe = ({ content }: Message) => {
  let hash = createHash('sha256');
  let failure: unknown;
  const read = async function* () {
    hash = createHash('sha256');
    try {
      for await (const part of content) {
        hash.update(part);
        yield part;
      }
    } catch (error) {
      failure = error;
      throw new Error('The source failed.', { cause: error });
    }
  };
  return {
    content: { [Symbol.asyncIterator]: read },
    digest: (): string => hash.copy().digest('hex'),
    failure: (): unknown => failure,
  };
};

const describeMessage = async ({ size, receivedAt, content }: Message): Promise<WantedMessage> => {
  const hash = createHash('sha256');
  let messageId: string | undefined;
  let isFirst = true;
  for await (const part of content) {
    if (isFirst) messageId = messageIdOf(part);
    isFirst = false;
    hash.update(part);
  }
  return { digest: hash.digest('hex'), facts: { size, receivedAt, messageId } };
};

interface FolderContext extends MailJob {
  readonly collection: CopyCollection;
  readonly folder: MailFolder;
  readonly arrivals: ReturnType<typeof createArrivals>;
  readonly lastWrites: ReadonlyMap<string, LastWrite>;
  /** Names of `lastWrites` that the destination still has. */
  readonly presentNames: ReadonlySet<string>;
  readonly recordIntent: CopySteps['recordIntent'];
}

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
  const described = message && (await describeMessage(message));
  const digest = fingerprint ?? described?.digest;
  if (digest === undefined) return undefined;
  const { folder, arrivals } = context;
  const first = uidOfPlace(place ?? '');
  const isSameFolder = placeOfMessage(folder, first) === place;
  const uid = await arrivals.claim(isSameFolder ? first : 1, { digest, facts: described?.facts });
  return uid === undefined ? undefined : writtenResult(context, uid, digest, changes);
};

const appendMessage = async (context: FolderContext, item: string, message: Message): Promise<Result> => {
  const { arrivals, collection, destination, folder, recordIntent, signal } = context;
  const { digest = null } = message.size < wholeMessageBytes ? await describeMessage(message) : {};
  const changes = expectationOf(message);
  const place = placeOfMessage(folder, folder.uidNext);
  const intent = { collection: collection.id, kind: collection.kind, item, state: 'intended', reason: null } as const;
  await recordIntent({ ...intent, place, fingerprint: digest, changes });
  for (let tries = 1; ; tries++) {
    const observed = observe(message);
    try {
      const uid = await arrivals.append({ ...message, content: observed.content });
      if (uid !== undefined) return writtenResult(context, uid, observed.digest(), changes);
    } catch (error) {
      signal.throwIfAborted();
      if (observed.failure() !== undefined) throw observed.failure();
      if (!(error instanceof ServerUnavailable) || error instanceof RateLimited) throw error;
      // A server that still responds may close connections because of this message.
      if (!(await destination.isAvailable(signal))) throw error;
      if (tries === maxAppends) return failedResult({ reason: 'server_error', detail: error.message });
    }
    const wanted = await describeMessage(message);
    const uid = await arrivals.claim(folder.uidNext, wanted);
    if (uid !== undefined) return writtenResult(context, uid, wanted.digest, changes);
  }
};

const copyMessage = async (context: FolderContext, item: string, before: CopiedItem | undefined): Promise<Result> => {
  const { account, folder, presentNames, lastWrites, signal } = context;
  const last = lastWrites.get(keyOf(item));
  if (last !== undefined && before === undefined) {
    const reason = presentNames.has(last.name) ? 'already_there' : 'deleted_there';
    const fingerprints = { fingerprint: null, sourceFingerprint: last.source, thereFingerprint: last.there };
    return { state: 'skipped', reason, place: `${folder.path}/${last.name}`, ...fingerprints };
  }
  const message = await account.readMessage(item, signal);
  const writtenBefore = before && (await findWritten(context, before, message));
  if (writtenBefore !== undefined) return writtenBefore;
  return message === undefined
    ? failedResult({ reason: 'vanished', detail: null })
    : appendMessage(context, item, message);
};

const prepare = async (job: MailJob, collection: CopyCollection): Promise<MailFolder | ItemFailed> => {
  try {
    return await job.destination.prepare(collection, job.signal);
  } catch (error) {
    if (error instanceof ItemFailed) return error;
    throw error;
  }
};

/** Copies the messages of a folder and reads them back. */
export const copyMessages = async (
  job: MailJob,
  collection: CopyCollection,
  rows: Rows,
  { note, flush, recordIntent }: CopySteps,
): Promise<void> => {
  const { pair, destination, items, signal } = job;
  const { id, kind } = collection;
  const { results } = rows;
  const folder = await prepare(job, collection);
  const isOpen = ({ state }: CopiedItem): boolean => state === 'intended';
  const finish = (item: string, result: Result): CopiedItem => ({ ...result, collection: id, kind, item });
  if (folder instanceof ItemFailed) {
    const copyOne = async (item: string): Promise<CopiedItem> => finish(item, failedResult(folder));
    await copyListedItems(job, { note }, { collection, rows, isOpen, copyOne });
    return flush();
  }
  const lastWrites = await items.lastWrites(pair, id);
  const uids = lastWrites.size === 0 ? [] : await destination.list(folder, signal);
  const context: FolderContext = {
    ...job,
    collection,
    folder,
    arrivals: createArrivals(destination, folder, results.values(), signal),
    lastWrites,
    presentNames: new Set(uids.map((uid) => `${folder.uidValidity}.${uid}`)),
    recordIntent,
  };
  const copyOne = async (item: string, before: CopiedItem | undefined): Promise<CopiedItem> => {
    try {
      return finish(item, await copyMessage(context, item, before));
    } catch (error) {
      if (error instanceof ItemFailed) return finish(item, failedResult(error));
      throw error;
    }
  };
  await copyListedItems(job, { note }, { collection, rows, isOpen, copyOne });
  await flush();
  const written = [...results.values()].filter(({ state }) => state === 'written');
  await each(partsOf(written, messagesPerReadBack), async (part) => {
    for (const result of await verifyMessages(destination, folder, part, signal)) await note(result);
  });
  return flush();
};
