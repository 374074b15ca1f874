import { createHash } from 'node:crypto';

/** A hash as a key: letters and digits alone, whatever stands in the parts. */
export const keyOf = (...parts: readonly string[]): string =>
  createHash('sha256').update(parts.join('\0')).digest('hex').slice(0, 32);

/** What servers write anew when they take an item. */
const writtenByServers = /^(?:PRODID|REV|X-RADICALE-NAME)$/;

const parameterOf = (text: string): string => {
  const [name = '', value = ''] = text.split('=', 2);
  return `${name}=${value.replaceAll('"', '').split(',').toSorted().join(',')}`.toUpperCase();
};

/** Where the value of a line begins: behind the first colon outside of quotes; 0 where it has none. */
const valueBegin = (line: string): number => {
  let isQuoted = false;
  for (let index = 0; index < line.length; index++) {
    if (line[index] === '"') isQuoted = !isQuoted;
    else if (line[index] === ':' && !isQuoted) return index + 1;
  }
  return 0;
};

const withoutLastSemicolons = (text: string): string => {
  let end = text.length;
  while (text[end - 1] === ';') end--;
  return text.slice(0, end);
};

/** A backslash that is escaped itself escapes nothing: a way with an `n` in it is no line break. */
const unescaped = (text: string): string =>
  text.replaceAll(/\\([\\,;:n])/gi, (_all, sign: string) => (sign.toLowerCase() === 'n' ? '\n' : sign));

/**
 * A line of a card or calendar without what a server may write in another way: order, case, quotes, escapes. What stands in
 * it is somebody else's: no expression that goes back and forth in it, which a long line would hold up for minutes.
 */
const lineOf = (line: string): string | undefined => {
  const begin = valueBegin(line);
  const [name = '', ...parameters] = line.slice(0, Math.max(begin - 1, 0)).split(';');
  const upper = name.toUpperCase();
  // A line of an older card may go on in one without a name: that counts as it is.
  if (upper === '') return line === '' ? undefined : line;
  if (writtenByServers.test(upper)) return undefined;
  const value = withoutLastSemicolons(unescaped(line.slice(begin)));
  return `${[upper, ...parameters.map(parameterOf).toSorted()].join(';')}:${value}`;
};

const linesOf = (content: Buffer): string[] =>
  content
    .toString('utf8')
    .replaceAll(/\r?\n[ \t]/g, '')
    .split(/\r?\n/);

/** The same for an item and for what a server made of it, as long as nothing in it was lost or changed. */
export const fingerprint = (content: Buffer): string => {
  const lines = linesOf(content)
    .map(lineOf)
    .filter((line) => line !== undefined);
  return keyOf(lines.toSorted().join('\n'));
};

/** The item under another UID, so that it can stand beside the one that has its own. */
export const withOtherUid = (content: Buffer, uid: string): Buffer =>
  Buffer.from(
    content.toString('utf8').replaceAll(/^UID[^:\r\n]*:[^\r\n]*(?:\r?\n[ \t][^\r\n]*)*/gim, () => `UID:${uid}`),
  );

/** When an item was changed last, as it says itself; 0 where it does not say. */
export const changedAt = (content: Buffer): number => {
  const times = linesOf(content).map((line) => {
    const [, year, month, day, hour = '00', minute = '00', second = '00'] =
      /^(?:REV|LAST-MODIFIED)[^:]*:(\d{4})-?(\d\d)-?(\d\d)(?:T(\d\d):?(\d\d):?(\d\d))?/i.exec(line) ?? [];
    return year === undefined ? 0 : Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`);
  });
  return Math.max(0, ...times.filter((time) => !Number.isNaN(time)));
};
