import type { FoundMessage, MailDestination, MailFolder, Message } from '../providers/mail-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { placeOfMessage, uidOfPlace } from './message-places.ts';

/** An appended message whose UID is unknown. `facts` is undefined if the source no longer has the message. */
export interface WantedMessage {
  readonly digest: string;
  readonly facts: (Pick<Message, 'size' | 'receivedAt'> & Pick<FoundMessage, 'messageId'>) | undefined;
}

/** INTERNALDATE has no fractions of a second. */
export const isSameDate = (one: number, other: number): boolean =>
  Math.floor(one / 1_000) === Math.floor(other / 1_000);

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
  results: Iterable<CopiedItem>,
  signal: AbortSignal,
) => {
  const inFlight = new Set<Promise<unknown>>();
  const ownUids = new Set<number>();
  for (const { state, place } of results)
    if (state !== 'intended' && place !== null && placeOfMessage(folder, uidOfPlace(place)) === place)
      ownUids.add(uidOfPlace(place));

  const append = async (message: Message): Promise<number | undefined> => {
    const uid = await destination.append(folder, message, signal);
    if (uid !== undefined) ownUids.add(uid);
    return uid;
  };
  const take = ({ uid }: FoundMessage): number => {
    ownUids.add(uid);
    return uid;
  };
  return {
    append: async (message: Message): Promise<number | undefined> => {
      const attempt = append(message);
      inFlight.add(attempt);
      try {
        return await attempt;
      } finally {
        inFlight.delete(attempt);
      }
    },
    /** Returns the UID of a message that arrived since the folder had the next UID `first`. Undefined if none did. */
    claim: async (first: number, wanted: WantedMessage): Promise<number | undefined> => {
      // An equal message that is being appended must not be mistaken for this one.
      await Promise.allSettled(inFlight);
      const isFree = ({ uid }: FoundMessage): boolean => !ownUids.has(uid);
      const found = (await destination.find(folder, first, signal)).filter(
        (one) => isFree(one) && isCandidate(one, wanted),
      );
      for (const candidate of found) {
        const [read] = await destination.read(folder, [candidate.uid], signal);
        if (read?.digest === wanted.digest && isFree(candidate)) return take(candidate);
      }
      const altered = found.find((one) => isFree(one) && isAltered(one, wanted));
      return altered && take(altered);
    },
  };
};
