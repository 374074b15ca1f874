import type { FoundMessage, MailDestination, MailFolder, Message } from '../providers/mail-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';

/** The place of a message in the report, such as "Archive/2024/1700000000.17": folder, UIDVALIDITY and UID. */
export const placeOfMessage = ({ path, uidValidity }: MailFolder, uid: number): string =>
  `${path}/${uidValidity}.${uid}`;

/** Returns the UID in a place of this folder. Undefined if the folder was recreated, because its UIDs are new. */
export const uidIn = (folder: MailFolder, place: string | null): number | undefined => {
  const prefix = placeOfMessage(folder, 0).slice(0, -1);
  return place?.startsWith(prefix) ? Number(place.slice(prefix.length)) : undefined;
};

/** An appended message whose UID is unknown. `facts` is undefined if the source no longer has the message. */
export interface WantedMessage {
  readonly digest: string;
  readonly facts: (Pick<Message, 'size' | 'receivedAt'> & Pick<FoundMessage, 'messageId'>) | undefined;
}

/** INTERNALDATE has no fractions of a second. */
export const isSameDate = (left: number, right: number): boolean =>
  Math.floor(left / 1_000) === Math.floor(right / 1_000);

const isCandidate = (found: FoundMessage, { facts }: WantedMessage): boolean =>
  facts === undefined ||
  found.size === facts.size ||
  isSameDate(found.receivedAt, facts.receivedAt) ||
  (facts.messageId !== undefined && found.messageId === facts.messageId);

/** Whether a server probably changed the bytes of this message. Undecidable without a Message-ID. */
const isAltered = (found: FoundMessage, { facts }: WantedMessage): boolean =>
  facts?.messageId !== undefined &&
  found.messageId === facts.messageId &&
  found.size === facts.size &&
  isSameDate(found.receivedAt, facts.receivedAt);

/** Appends messages to a folder, and finds those that arrived without a response. Each UID belongs to one message. */
export const createArrivals = (
  destination: MailDestination,
  folder: MailFolder,
  results: Iterable<Pick<CopiedItem, 'state' | 'place'>>,
  signal: AbortSignal,
) => {
  const inFlight = new Set<Promise<unknown>>();
  const assignedUids = new Set<number>();
  let claimCount = 0;
  let nextUid = folder.uidNext;
  const claimUid = (uid: number | undefined): number | undefined => {
    if (uid !== undefined) assignedUids.add(uid);
    nextUid = Math.max(nextUid, (uid ?? 0) + 1);
    return uid;
  };
  for (const { state, place } of results) if (state !== 'intended') claimUid(uidIn(folder, place));

  /** Claims a UID unless another message has it, or an equal message in progress may get it. */
  const claimIfFree = async ({ uid }: FoundMessage): Promise<number | undefined> => {
    await Promise.allSettled(inFlight);
    if (assignedUids.has(uid)) return undefined;
    claimCount += 1;
    return claimUid(uid);
  };
  /** Returns the UID of a message that arrived since the folder had the next UID `first`. Undefined if none did. */
  const claim = async (first: number, wanted: WantedMessage): Promise<number | undefined> => {
    await Promise.allSettled(inFlight);
    const countBefore = claimCount;
    const found = (await destination.find(folder, first, signal)).filter(
      (one) => !assignedUids.has(one.uid) && isCandidate(one, wanted),
    );
    for (const candidate of found) {
      const [read] = await destination.read(folder, [candidate.uid], signal);
      const uid = read?.digest === wanted.digest ? await claimIfFree(candidate) : undefined;
      if (uid !== undefined) return uid;
    }
    // The claim of an equal message that arrived after this search may have taken the UID of this message.
    if (claimCount > countBefore) return claim(first, wanted);
    for (const candidate of found.filter((one) => isAltered(one, wanted))) {
      const uid = await claimIfFree(candidate);
      if (uid !== undefined) return uid;
    }
    return undefined;
  };
  return {
    /** A message that is appended from now on gets this UID or a higher one. */
    nextUid: () => nextUid,
    append: (message: Message): Promise<number | undefined> => {
      const attempt = destination
        .append(folder, message, signal)
        .then(claimUid)
        .finally(() => inFlight.delete(attempt));
      inFlight.add(attempt);
      return attempt;
    },
    claim,
  };
};
