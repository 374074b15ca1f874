import type { Change } from '../content/compare-items.ts';
import { maxChangeCharacters } from '../content/compare-items.ts';
import { boundedText } from '../content/bounded-text.ts';
import { ItemFailed } from '../providers/copy-ports.ts';
import type { MailDestination, MailFolder, MessageFacts, ReadMessage } from '../providers/mail-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { isSameDate } from './message-arrivals.ts';
import { placeOfMessage, uidOfPlace } from './message-places.ts';

const flagsText = (flags: readonly string[]): string => flags.toSorted().join(' ');

/** What the destination must have, kept in the changes of a written message until it is read back. */
export const expectationOf = ({ flags, receivedAt, size }: MessageFacts): readonly Change[] => [
  { property: 'flags', before: flagsText(flags), after: null },
  { property: 'date', before: new Date(receivedAt).toISOString(), after: null },
  { property: 'size', before: String(size), after: null },
];

const changesOf = ({ fingerprint, changes = [] }: CopiedItem, found: ReadMessage): readonly Change[] => {
  const [flags = '', date = '', size = ''] = changes.map(({ before }) => before ?? '');
  const foundFlags = flagsText(found.flags);
  const hasChanged = {
    flags: flags.toLowerCase() !== foundFlags.toLowerCase(),
    date: !isSameDate(Date.parse(date), found.receivedAt),
    content: fingerprint !== found.digest,
  };
  const bounded = (text: string): string => boundedText(text, maxChangeCharacters);
  return [
    ...(hasChanged.content
      ? [
          {
            property: 'content',
            before: `${size} bytes, SHA-256 ${fingerprint}`,
            after: `${found.size} bytes, SHA-256 ${found.digest}`,
          },
        ]
      : []),
    ...(hasChanged.flags ? [{ property: 'flags', before: bounded(flags), after: bounded(foundFlags) }] : []),
    ...(hasChanged.date ? [{ property: 'date', before: date, after: new Date(found.receivedAt).toISOString() }] : []),
  ];
};

/** Reads written messages back. No message counts as copied before its bytes, flags and date were compared. */
export const verifyMessages = async (
  destination: MailDestination,
  folder: MailFolder,
  written: readonly CopiedItem[],
  signal: AbortSignal,
): Promise<readonly CopiedItem[]> => {
  // After a change of UIDVALIDITY, the UID belongs to another message.
  const uids = written.flatMap(({ place }) =>
    place !== null && placeOfMessage(folder, uidOfPlace(place)) === place ? [uidOfPlace(place)] : [],
  );
  const found = new Map((await destination.read(folder, uids, signal)).map((one) => [one.uid, one]));
  const verifyOne = async (item: CopiedItem): Promise<CopiedItem> => {
    const uid = uidOfPlace(item.place ?? '');
    try {
      const message = found.get(uid) ?? (uids.includes(uid) ? await readOne(uid) : undefined);
      if (message === undefined) return { ...item, state: 'failed', reason: 'lost', place: null, changes: [] };
      const changes = changesOf(item, message);
      return { ...item, state: changes.length === 0 ? 'copied' : 'altered', thereFingerprint: message.digest, changes };
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      return { ...item, state: 'failed', reason: 'unverified', changes: [] };
    }
  };
  const readOne = async (uid: number): Promise<ReadMessage | undefined> =>
    (await destination.read(folder, [uid], signal))[0];
  const results: CopiedItem[] = [];
  for (const item of written) results.push(await verifyOne(item));
  return results;
};
