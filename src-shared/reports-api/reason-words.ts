/** Why an item was left where it was, and nothing of it is missing at the destination. */
const skips: ReadonlyMap<string, string> = new Map([
  ['already_there', 'already there'],
  ['kept_newer', 'the one there is newer'],
  ['kept_there', 'the end user kept the one there'],
]);

const failures: ReadonlyMap<string, string> = new Map([
  ['vanished', 'gone before it was read'],
  ['forbidden', 'collection forbidden by the source'],
  ['unreadable', 'not given out by the source'],
  ['too_large', 'too large'],
  ['refused', 'refused as invalid'],
  ['duplicate', 'same UID as another item'],
  ['server_error', 'the destination failed three times'],
  ['altered', 'changed by the destination'],
  ['lost', 'taken, and then not there'],
  ['no_space', 'the destination is full'],
  ['unverified', 'written, could not be read back'],
]);

/** Whether an item with this reason was skipped; any other reason is one of a failure. */
export const isSkip = (reason: string): boolean => skips.has(reason);

/** A reason in words that fit after a number; one that is not known reads as the service gave it. */
export const reasonWords = (reason: string): string =>
  skips.get(reason) ?? failures.get(reason) ?? reason.replaceAll('_', ' ').slice(0, 80);

/** "3 too large, 1 refused as invalid": the reasons with how many items each has, most frequent first. */
export const reasonsText = (reasons: readonly { readonly reason: string; readonly count: number }[]): string =>
  [...reasons]
    .sort((one, other) => other.count - one.count)
    .map(({ reason, count }) => `${count.toLocaleString('en-US')} ${reasonWords(reason)}`)
    .join(', ');
