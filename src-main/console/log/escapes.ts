/** Ways of writing a character as several. */
const escapeSchemes = ['percent', 'backslash', 'entity'] as const;
/** As `backslash`, but any number of backslashes before `u` and `x` is read as one, and none of them means a letter. */
const looseBackslash = 'looseBackslash';
type EscapeScheme = (typeof escapeSchemes)[number] | typeof looseBackslash;

const signOf: Record<EscapeScheme, string> = { percent: '%', backslash: '\\', looseBackslash: '\\', entity: '&' };

/** What was read at one place: a character's code, and where the text goes on. */
type Read = readonly [code: number, end: number];

const hexDigit = (code: number): number => {
  if (code >= 48 && code <= 57) return code - 48;
  const folded = code | 32;
  return folded >= 97 && folded <= 102 ? folded - 87 : -1;
};

/** So many hexadecimal digits from here on, in either case; -1 where they are none. */
function hexAt(text: string, at: number, digits: number): number {
  let value = 0;
  for (let index = at; index < at + digits; index += 1) {
    const digit = hexDigit(text.charCodeAt(index));
    if (!(digit >= 0)) return -1;
    value = value * 16 + digit;
  }
  return value;
}

/** `%41`, and `%u0041` as some old servers write it. */
function percentAt(text: string, at: number): Read | null {
  const isWide = (text.charCodeAt(at + 1) | 32) === 117;
  const code = isWide ? hexAt(text, at + 2, 4) : hexAt(text, at + 1, 2);
  return code < 0 ? null : [code, at + (isWide ? 6 : 3)];
}

const shortEscapes: Readonly<Record<string, number>> = { b: 8, f: 12, n: 10, r: 13, t: 9, v: 11 };

/** Escapes of escapes double the backslashes; more than this many have no meaning. */
const mostBackslashes = 64;

/** The escapes of JSON and of JavaScript: `\u0041`, `\u{41}`, `\x41`, `\/`. */
function backslashAt(text: string, at: number, most = 1): Read | null {
  let from = at + 1;
  while (text.charCodeAt(from) === 92 && from - at < most) from += 1;
  const letter = text.charAt(from);
  if (letter === 'u' || letter === 'x') {
    const digits = letter === 'u' ? 4 : 2;
    const code = hexAt(text, from + 1, digits);
    if (code >= 0) return [code, from + 1 + digits];
    const braces = letter === 'u' ? /^\{([0-9a-f]{1,6})\}/i.exec(text.slice(from + 1, from + 9)) : null;
    if (braces) return [Number.parseInt(braces[1] ?? '', 16) & 0xff_ff, from + 1 + braces[0].length];
  }
  if (at + 1 >= text.length) return null;
  const short = most === 1 ? shortEscapes[text.charAt(at + 1)] : undefined;
  return [short ?? text.charCodeAt(at + 1), at + 2];
}

/** Names of the ASCII characters that HTML has names for, as it is written in small letters. */
const entityNames = new Map(
  [
    'amp & lt < gt > quot " apos \' num # plus + sol / bsol \\ lowbar _ underbar _ period . equals = comma , colon :',
    'semi ; excl ! quest ? dollar $ percnt % lpar ( rpar ) lsqb [ lbrack [ rsqb ] rbrack ] lcub { lbrace { rcub }',
    'rbrace } ast * midast * commat @ hat ^ grave ` diacriticalgrave ` verbar | vert | verticalline | dash -',
  ]
    .join(' ')
    .split(/ (?=\w+ )/)
    .map((pair) => pair.split(' ') as [string, string]),
);

/** The references of HTML: `&#65;`, `&#x41;`, `&amp;`. */
function entityAt(text: string, at: number): Read | null {
  const found = /^(?:#x0{0,8}([0-9a-f]{1,6})|#0{0,8}(\d{1,7})|([a-z]{2,16}));?/i.exec(text.slice(at + 1, at + 20));
  if (!found) return null;
  const [whole, hex, decimal, name = ''] = found;
  const end = at + 1 + whole.length;
  if (hex !== undefined) return [Number.parseInt(hex, 16) & 0xff_ff, end];
  if (decimal !== undefined) return [Number(decimal) & 0xff_ff, end];
  const named = entityNames.get(name.toLowerCase());
  return named === undefined ? null : [named.charCodeAt(0), end];
}

const readers: Record<EscapeScheme, (text: string, at: number) => Read | null> = {
  percent: percentAt,
  backslash: backslashAt,
  looseBackslash: (text, at) => backslashAt(text, at, mostBackslashes),
  entity: entityAt,
};

/** Which schemes may stand in a text: a look at single characters, which costs next to nothing. */
export const schemesIn = (text: string): EscapeScheme[] =>
  escapeSchemes.filter((scheme) => text.includes(signOf[scheme]));

/**
 * In which ways the escapes of a text are read, again and again: null stands for all that are in it. One scheme at a
 * time as well, for a secret may hold what another scheme would read; and backslashes loosely, for one more or less
 * before an escape of an escape changes nothing for somebody who reads it.
 */
export function waysToRead(text: string): (readonly EscapeScheme[] | null)[] {
  const schemes = schemesIn(text);
  if (schemes.length === 0) return [];
  const alone = schemes.length > 1 ? schemes.map((scheme) => [scheme]) : [];
  return [null, ...alone, ...(text.includes('\\\\') ? [[looseBackslash] as const] : [])];
}

export interface EscapeReading {
  readonly schemes: readonly EscapeScheme[];
  /** Whether a character is of interest; an escape of another one stays as it is. */
  readonly isWanted: (code: number) => boolean;
}

/** Every scheme, every character. */
export const allEscapes: EscapeReading = { schemes: escapeSchemes, isWanted: () => true };

/**
 * The text with its escapes read, once.
 * @param starts gets, for each character of the result and for its end, where it stands in `text`
 * @returns null where nothing was read
 */
export function readEscapes(text: string, { schemes, isWanted }: EscapeReading, starts?: Uint32Array): string | null {
  // One array for all of it: a hostile body of 10 MiB may be nothing but escapes.
  let codes: Uint16Array<ArrayBuffer> | undefined;
  let copied = 0;
  let length = 0;
  const copyUntil = (end: number, into: Uint16Array) => {
    for (; copied < end; copied += 1, length += 1) {
      into[length] = text.charCodeAt(copied);
      if (starts) starts[length] = copied;
    }
  };
  const next = schemes.map((scheme) => text.indexOf(signOf[scheme]));
  for (;;) {
    let nearest = -1;
    for (let index = 0; index < schemes.length; index += 1) {
      const at = next[index] ?? -1;
      if (at !== -1 && (nearest === -1 || at < (next[nearest] ?? -1))) nearest = index;
    }
    const scheme = schemes[nearest];
    if (scheme === undefined) break;
    const at = next[nearest] ?? 0;
    const read = readers[scheme](text, at);
    const end = read?.[1] ?? at + 1;
    if (read && isWanted(read[0])) {
      codes ??= new Uint16Array(text.length);
      copyUntil(at, codes);
      codes[length] = read[0];
      if (starts) starts[length] = at;
      length += 1;
      copied = end;
    }
    for (let index = 0; index < schemes.length; index += 1) {
      const before = next[index] ?? -1;
      const sign = schemes[index];
      if (before !== -1 && before < end && sign) next[index] = text.indexOf(signOf[sign], end);
    }
  }
  if (!codes) return null;
  copyUntil(text.length, codes);
  if (starts) starts[length] = text.length;
  return Buffer.from(codes.buffer, 0, length * 2).toString('utf16le');
}
