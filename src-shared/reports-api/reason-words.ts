import type { ItemChange } from './reports.ts';

const skips: ReadonlyMap<string, string> = new Map([
  ['already_there', 'already at the destination'],
  ['kept_newer', 'older than the version at the destination'],
  ['kept_there', "not replaced, at the end user's request"],
  ['changed_there', 'changed at the destination since the last copy'],
  ['deleted_there', 'deleted at the destination since the last copy'],
]);

const failures: ReadonlyMap<string, string> = new Map([
  ['vanished', 'deleted at the source during the copy'],
  ['forbidden', 'in a collection that the source denies access to'],
  ['unreadable', 'could not be read from the source'],
  ['too_large', 'too large'],
  ['refused', 'rejected by the destination as invalid'],
  ['duplicate', 'same UID as another item'],
  ['would_invite', 'not copied, to avoid sending invitations'],
  ['server_error', 'not accepted by the destination after three attempts'],
  ['altered', 'changed by the destination'],
  ['lost', 'missing at the destination after it was accepted'],
  ['no_space', 'rejected because the destination is full'],
  ['unverified', 'written, but could not be read back'],
]);

/** Whether items with this reason were skipped. All other reasons are failures. */
export const isSkip = (reason: string): boolean => skips.has(reason);

/** Returns the words for a reason code. In unknown codes, spaces replace the underscores. */
export const reasonWords = (reason: string): string =>
  skips.get(reason) ?? failures.get(reason) ?? reason.replaceAll('_', ' ').slice(0, 80);

/** Formats the reasons with their counts, most frequent first: "3 too large, 1 same UID as another item". */
export const reasonsText = (reasons: readonly { readonly reason: string; readonly count: number }[]): string =>
  [...reasons]
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count }) => `${count.toLocaleString('en-US')} ${reasonWords(reason)}`)
    .join(', ');

/** Formats a property that the destination changed, added or removed: "ORG: A;B → A\\;B". */
export const changeText = ({ property, before, after }: ItemChange): string => {
  if (before === null) return `${property} added: ${after ?? ''}`;
  return after === null ? `${property} removed: ${before}` : `${property}: ${before} → ${after}`;
};
