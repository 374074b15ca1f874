import { folded } from './folded.ts';

/** A photo whose bytes repeat with a prime period, so that a lost block shows. */
const photo = (bytes: number): string =>
  Buffer.from(Uint8Array.from({ length: bytes }, (_, index) => (index * 31) % 251)).toString('base64');

const names = [
  ['Ada', 'Lovelace'],
  ['Zoë', 'Müller-Lüdenscheidt'],
  ['Дмитрий', 'Менделеев'],
  ['明子', '田中'],
  ['محمد', 'الخوارزمي'],
  ['Siobhán', "O'Brien; Jr."],
  ['Jean, Luc', 'd’Arc'],
  ['🦊 Fox', 'Emoji'],
] as const;

const escaped = (text: string): string =>
  text
    .replaceAll('\\', '\\\\')
    .replaceAll(/[,;]/g, String.raw`\$&`)
    .replaceAll('\n', String.raw`\n`);

/** Property lines from real address books, by title. */
const variants: Readonly<Record<string, readonly string[]>> = {
  plain: [],
  'several phones': [
    'TEL;TYPE=HOME,FAX:+49 30 123456',
    'TEL;TYPE=CELL;TYPE=PREF:+49 170 1234567',
    'TEL;TYPE=WORK,VOICE:(030) 99',
  ],
  'several emails': ['EMAIL;TYPE=INTERNET,HOME:home@example.com', 'EMAIL;TYPE=WORK;TYPE=PREF:work@example.com'],
  addresses: [
    'ADR;TYPE=HOME:;;Unter den Linden 1;Berlin;;10117;Germany',
    String.raw`ADR;TYPE=WORK:PO Box 7;Floor 3\, left;Main St.\; rear;Springfield;IL;62701;USA`,
  ],
  organization: [String.raw`ORG:Example\; Sons\, Ltd;Research;Team 4`, 'TITLE:Head of Research', 'ROLE:Scientist'],
  'one organization with a semicolon': [String.raw`ORG:A\;B`],
  'two parts of an organization': ['ORG:A;B'],
  note: [`NOTE:${escaped('First line\nsecond line, with commas; and semicolons\\ and a backslash')}`],
  'long note': [`NOTE:${'Lorem ipsum dolor sit amet, consectetur. '.replaceAll(',', String.raw`\,`).repeat(120)}`],
  'unicode note': [`NOTE:${'Grüße 日本語 العربية 🎉 '.repeat(40)}`],
  birthday: ['BDAY:1815-12-10'],
  'birthday without a year': ['BDAY;X-APPLE-OMIT-YEAR=1604:1604-12-10'],
  categories: [String.raw`CATEGORIES:Friends,Colleagues\, old,VIP`],
  websites: ['URL:https://example.com/~ada?x=1&y=2#z', 'URL;TYPE=WORK:https://work.example.com/'],
  position: ['GEO:52.516300;13.377700', 'TZ:+01:00'],
  nickname: ['NICKNAME:Countess,Enchantress'],
  messenger: ['IMPP;X-SERVICE-TYPE=XMPP:xmpp:ada@example.com', 'X-SKYPE:ada.lovelace'],
  'labels of Apple': [
    'item1.TEL:+1 555 0100',
    'item1.X-ABLabel:_$!<HomePage>!$_',
    'item2.X-ABDATE:2001-02-03',
    'item2.X-ABLabel:_$!<Anniversary>!$_',
  ],
  custom: ['X-CUSTOM;X-PARAM="quoted; value":anything, at; all', 'X-EVOLUTION-SPOUSE:William'],
  sorting: ['SORT-STRING:Lovelace', 'CLASS:PRIVATE', 'REV:20260101T000000Z', 'PRODID:-//Example//EN'],
  key: ['KEY;ENCODING=b:TUlJQ2FqQ0NBZE9nQXdJQkFnSUNCRQ=='],
  'small photo': [`PHOTO;ENCODING=b;TYPE=JPEG:${photo(2_000)}`],
  'linked photo': ['PHOTO;VALUE=uri:https://example.com/ada.jpg'],
  'empty values': ['TITLE:', 'NOTE:'],
};

const version3 = (uid: string, [given, family]: readonly [string, string], lines: readonly string[]): string =>
  folded([
    'BEGIN:VCARD',
    'VERSION:3.0',
    `UID:${uid}`,
    `FN:${escaped(`${given} ${family}`)}`,
    `N:${escaped(family)};${escaped(given)};;;`,
    ...lines,
    'END:VCARD',
  ]);

const version4 = (uid: string, name: readonly [string, string], lines: readonly string[]): string =>
  version3(uid, name, lines)
    .replace('VERSION:3.0', 'VERSION:4.0')
    .replace('GEO:52.516300;13.377700', 'GEO:geo:52.516300,13.377700')
    .replaceAll('TYPE=PREF', 'PREF=1');

const version2 = (uid: string, index: number): string =>
  [
    'BEGIN:VCARD',
    'VERSION:2.1',
    `UID:${uid}`,
    'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:M=C3=BCller;J=C3=BCrgen;;;',
    'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:J=C3=BCrgen M=C3=BCller',
    `TEL;HOME;VOICE:+49 30 ${1_000 + index}`,
    'EMAIL;INTERNET:juergen@example.com',
    'END:VCARD',
    '',
  ].join('\r\n');

/** Photo sizes around common limits of servers and proxies, in bytes. */
const photoSizes = [50_000, 300_000, 1_000_000, 4_000_000];

export const cards = (): ReadonlyMap<string, string> => {
  const all = new Map<string, string>();
  for (const [at, [title, lines]] of Object.entries(variants).entries()) {
    for (const [index, name] of names.slice(0, 5).entries()) {
      const uid = `card-${at}-${index}`;
      const write = index === 4 && !title.includes('photo') && title !== 'key' ? version4 : version3;
      all.set(uid, write(uid, names[(at + index) % names.length] ?? name, lines));
    }
  }
  for (const bytes of photoSizes)
    all.set(
      `photo-${bytes}`,
      version3(`photo-${bytes}`, ['Photo', String(bytes)], [`PHOTO;ENCODING=b;TYPE=JPEG:${photo(bytes)}`]),
    );
  for (let index = 0; index < 4; index++) all.set(`old-${index}`, version2(`old-${index}`, index));
  return all;
};
