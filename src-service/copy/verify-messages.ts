import type { ItemChange } from '#shared/reports-api/reports.ts';
import { maxChangeCharacters } from '../content/compare-items.ts';
import { boundedText } from '../content/bounded-text.ts';
import { ItemFailed } from '../providers/copy-ports.ts';
import type { MailDestination, MailFolder, MessageFacts, ReadMessage } from '../providers/mail-ports.ts';
import type { CopiedItem } from '../store/copied-items.ts';
import { isSameDate, uidIn } from './message-arrivals.ts';

const flagsText = (flags: readonly string[]): string => flags.toSorted().join(' ');

/** What the destination must have, kept in the changes of a written message until it is read back. */
export const expectationOf = ({ flags, receivedAt, size }: MessageFacts): readonly ItemChange[] => [
  { property: 'flags', before: flagsText(flags), after: null },
  { property: 'date', before: new Date(receivedAt).toISOString(), after: null },
  { property: 'size', before: String(size), after: null },
];

const limitText = (text: string): string => boundedText(text, maxChangeCharacters);

const changesOf = ({ fingerprint, changes = [] }: CopiedItem, found: ReadMessage): readonly ItemChange[] => {
  const [flags = '', date = '', size = ''] = changes.map(({ before }) => before ?? '');
  const foundFlags = flagsText(found.flags);
  const isSameContent = fingerprint === found.digest;
  const comparisons: readonly (readonly [isSame: boolean, ItemChange['property'], before: string, after: string])[] = [
    [isSameContent, 'content', `${size} bytes, SHA-256 ${fingerprint}`, `${found.size} bytes, SHA-256 ${found.digest}`],
    [flags.toLowerCase() === foundFlags.toLowerCase(), 'flags', limitText(flags), limitText(foundFlags)],
    [isSameDate(Date.parse(date), found.receivedAt), 'date', date, new Date(found.receivedAt).toISOString()],
  ];
  return comparisons.flatMap(([isSame, property, before, after]) => (isSame ? [] : [{ property, before, after }]));
};

/** Reads written messages back. No message counts as copied before its bytes, flags and date were compared. */
export const verifyMessages = async (
  destination: MailDestination,
  folder: MailFolder,
  written: readonly CopiedItem[],
  signal: AbortSignal,
): Promise<readonly CopiedItem[]> => {
  const uids = written.flatMap(({ place }) => uidIn(folder, place) ?? []);
  const found = new Map((await destination.read(folder, uids, signal)).map((message) => [message.uid, message]));
  const verifyOne = async (item: CopiedItem): Promise<CopiedItem> => {
    const uid = uidIn(folder, item.place);
    try {
      const message =
        uid === undefined ? undefined : (found.get(uid) ?? (await destination.read(folder, [uid], signal))[0]);
      if (message === undefined) return { ...item, state: 'failed', reason: 'lost', place: null, changes: [] };
      const changes = changesOf(item, message);
      return { ...item, state: changes.length === 0 ? 'copied' : 'altered', thereFingerprint: message.digest, changes };
    } catch (error) {
      if (!(error instanceof ItemFailed)) throw error;
      return { ...item, state: 'failed', reason: 'unverified', changes: [] };
    }
  };
  const results: CopiedItem[] = [];
  for (const item of written) results.push(await verifyOne(item));
  return results;
};
