const split = (value: string, delimiter: string): string[] => {
  const parts: string[] = [];
  let start = 0;
  for (let index = 0; index < value.length; index++) {
    if (value[index] === '\\') index++;
    else if (value[index] === delimiter) {
      parts.push(value.slice(start, index));
      start = index + 1;
    }
  }
  return [...parts, value.slice(start)];
};

const unescapeText = (text: string): string =>
  text.replaceAll(/\\([\\,;nN])/g, (_all, character: string) =>
    character === 'n' || character === 'N' ? '\n' : character,
  );

const withoutEmptyEnd = <Part>(parts: readonly Part[], isEmpty: (part: Part) => boolean): readonly Part[] =>
  parts.slice(0, parts.findLastIndex((part) => !isEmpty(part)) + 1);

const structure = (value: string): string =>
  JSON.stringify(withoutEmptyEnd(split(value, ';').map(unescapeText), (part) => part === ''));

const structureOfTexts = (value: string): string => {
  const parts = split(value, ';').map((part) => split(part, ',').map(unescapeText));
  return JSON.stringify(withoutEmptyEnd(parts, (texts) => texts.every((text) => text === '')));
};

/** Removes date and time separators, which only vCard 3.0 allows. */
const time = (value: string): string =>
  value
    .trim()
    .toUpperCase()
    .replace(/^(\d{4})-(\d\d)-(\d\d)/, '$1$2$3')
    .replace(/(T\d\d):(\d\d)(?::(\d\d))?/, '$1$2$3')
    .replace(/([+-]\d\d):(\d\d)$/, '$1$2');

/** A day has 23 or 25 hours when the clocks change, so days and seconds stay separate. */
const duration = (value: string): string => {
  const parts = /^([+-]?)P(?:(\d{1,9})W)?(?:(\d{1,9})D)?(?:T(?:(\d{1,9})H)?(?:(\d{1,9})M)?(?:(\d{1,9})S)?)?$/i.exec(
    value,
  );
  if (parts === null) return value;
  const [weeks, days, hours, minutes, seconds] = parts.slice(2).map((part) => Number(part ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
  ];
  const sum = [weeks * 7 + days, hours * 3_600 + minutes * 60 + seconds];
  const sign = parts[1] === '-' && sum.some((part) => part > 0) ? '-' : '';
  return `${sign}${sum.join(' ')}`;
};

/** Rounds to six decimal digits, the precision that RFC 5545 guarantees (about 0.1 m). */
const coordinate = (value: string): string =>
  /^[+-]?\d{1,6}(?:\.\d{0,40})?$/.test(value) ? String(Number(Number(value).toFixed(6)) + 0) : value;

const integer = (value: string): string => (/^[+-]?\d{1,15}$/.test(value) ? String(Number(value) + 0) : value);

const ruleDefaults: readonly string[] = ['INTERVAL=1', 'WKST=MO'];

const rule = (value: string): string =>
  value
    .toUpperCase()
    .split(';')
    .map((part) => {
      const [name = '', ...lists] = part.split('=');
      return [name, ...lists.map((list) => list.split(',').toSorted().join(','))].join('=');
    })
    .filter((part) => part !== '' && !ruleDefaults.includes(part))
    .toSorted()
    .join(';');

const offset = (value: string): string => value.replaceAll(':', '').replace(/^([+-]\d{4})00$/, '$1');

/** Lower-cases only scheme and host. The user part before `@` and the path are case-sensitive. */
export const canonicalUri = (value: string): string => {
  const [, scheme = '', rest = ''] = /^([a-z][a-z0-9+.-]{0,31}):([^]*)$/i.exec(value) ?? [];
  const lower = scheme.toLowerCase();
  if (lower === 'mailto') {
    const at = rest.lastIndexOf('@') + 1;
    return `mailto:${rest.slice(0, at)}${rest.slice(at).toLowerCase()}`;
  }
  if (lower === 'geo') return `geo:${rest.split(',').map(coordinate).join(',')}`;
  if (scheme === '') return value;
  const authorityEnd = /^\/\/[^/?#]*/.exec(rest)?.[0].length ?? 0;
  const hostStart = rest.lastIndexOf('@', authorityEnd) + 1;
  const host = rest.slice(hostStart, authorityEnd).toLowerCase();
  return `${lower}:${rest.slice(0, hostStart)}${host}${rest.slice(Math.max(hostStart, authorityEnd))}`;
};

/** Each function returns one string per value of a list. Equivalent values give equal strings. */
const canonical = {
  raw: (value: string) => [value],
  text: (value: string) => [unescapeText(value)],
  word: (value: string) => [unescapeText(value).trim().toUpperCase()],
  texts: (value: string) => split(value, ',').map(unescapeText),
  structure: (value: string) => [structure(value)],
  structure_of_texts: (value: string) => [structureOfTexts(value)],
  time: (value: string) => [time(value)],
  times: (value: string) => value.toUpperCase().split(','),
  duration: (value: string) => [duration(value.trim())],
  coordinates: (value: string) => [value.split(';').map(coordinate).join(';')],
  integer: (value: string) => [integer(value.trim())],
  rule: (value: string) => [rule(value)],
  offset: (value: string) => [offset(value)],
  uri: (value: string) => [canonicalUri(value)],
  binary: (value: string) => [value.replaceAll(/\s/g, '')],
} satisfies Readonly<Record<string, (value: string) => readonly string[]>>;

export type ValueType = keyof typeof canonical;

export const canonicalValues = (type: ValueType, value: string): readonly string[] => canonical[type](value);
