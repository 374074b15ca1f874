import type {
  BodyChange,
  BodyEncoding,
  CheckName,
  Finding,
  JsonForm,
  SignatureResult,
} from '#shared/console-contract/signature-check.ts';
import { ageText } from '#ui/values/time-text.ts';

/** A cause for a person: what it is, how it is known, and what to change. */
interface CauseWords {
  readonly title: string;
  readonly how: string;
  readonly next: string;
}

const list = (words: readonly string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

const spacings: Readonly<Record<JsonForm['spacing'], string>> = {
  compact: 'without spaces',
  two: 'with two spaces on each level',
  four: 'with four spaces on each level',
  tab: 'with a tab on each level',
  python: "with Python's spaces",
  other: 'with other spaces',
};
const changes: Readonly<Record<BodyChange, string>> = {
  spacing: 'the white space differs',
  order: 'the order of the fields differs',
  escapes: 'letters are escaped otherwise',
  end: 'white space was added or taken away at an end',
  line_ends: 'the ends of lines differ',
  values: 'values differ',
};
const encodings: Readonly<Record<BodyEncoding, string>> = {
  utf16:
    'The signature fits once the body goes through UTF-16, so one side reads or writes that in the place of UTF-8.',
  latin1: 'The signature fits once each letter is one byte, so the body was read as Latin-1 or Windows-1252.',
  bom_added: 'The signature fits without the byte order mark in front, which something put there.',
  bom_lost: 'The signature fits with a byte order mark in front, which something took away.',
  normalized: 'The signature fits once accents are put together otherwise, so something normalized the letters.',
  replaced: 'The body holds replacement characters: letters were lost when it was decoded.',
};

type WordsOf<Name extends Finding['cause']> = (finding: Extract<Finding, { cause: Name }>) => CauseWords;

const words: { readonly [Name in Finding['cause']]: WordsOf<Name> } = {
  header_missing: ({ names, instead }) => ({
    title: names.length === 1 ? `The header ${names[0] ?? ''} is missing` : `The headers ${list(names)} are missing`,
    how:
      instead.length > 0
        ? `What was pasted has ${list(instead)}, which no receiver looks for.`
        : 'What was pasted does not have them.',
    next: 'Look whether a proxy, a gateway or the framework takes unknown headers away, and paste all three.',
  }),
  timestamp_unreadable: ({ received, milliseconds }) => ({
    title: milliseconds ? 'The timestamp is in milliseconds' : 'The timestamp is no number',
    how: `webhook-timestamp is ${received}. It counts seconds since 1970.`,
    next: 'Take the header as it came; do not turn it into a date on the way.',
  }),
  version_missing: ({ form, received }) => ({
    title: 'v1, is missing before the signature',
    how: {
      bare: `The header holds ${received}, a signature without its version.`,
      hex: 'The header holds a signature in hexadecimal. It has to be base64 behind v1,.',
      other_version: 'The header holds signatures of other versions. This one is made by v1.',
      unreadable: `The header holds ${received}, which is no signature.`,
    }[form],
    next: 'Hand the whole header on, versions and spaces included; do not split it at the comma.',
  }),
  signature_inexact: ({ why, received }) => ({
    title: 'The signature is not written as it was sent',
    how: `The header holds ${received}. ${
      {
        space: 'A space stands beside the comma of v1,.',
        url_letters: 'It is written with - and _, the base64 of addresses, in the place of + and /.',
        padding: 'Its end is not that of base64: = is missing, there is too much of it, or letters were changed.',
        joined: 'Something other than a space stands beside it, such as a comma or a quote.',
      }[why]
    } Receivers compare it letter by letter and refuse it.`,
    next: 'Hand the header on as it came: v1, and base64 with + / and =, several of them separated by one space.',
  }),
  secret_not_base64: ({ why }) => ({
    title: why === 'empty' ? 'The secret is missing' : 'The secret is not base64',
    how: {
      empty: 'Nothing can be checked without it.',
      letters: 'It holds characters that base64 does not have.',
      url_letters: 'It is written with - and _, the base64 of addresses. Libraries want + and /.',
      quotes: 'Quotes or signs stand around it, as when it was copied out of a file of settings.',
      length: 'Part of it is missing: keys have 24 to 64 bytes.',
    }[why],
    next: 'Copy the secret again, whole: whsec_ and what follows. The bytes behind the base64 are the key, not its letters.',
  }),
  clock: ({ seconds }) => ({
    title: `The clock is ${ageText(Math.abs(seconds) * 1000)} off`,
    how:
      seconds > 0
        ? 'The timestamp is older than the 5 min that receivers allow. It is compared with when you say it came, else with now.'
        : 'The timestamp is further ahead than the 5 min that receivers allow.',
    next:
      seconds > 0
        ? 'For a message of the past, fill in when it came. If it was refused then, set the clock of the receiver by NTP.'
        : 'Set the clock of the receiver by NTP.',
  }),
  old_secret: ({ name }) => ({
    title: name === null ? 'Signed with the other secret' : `Signed with the secret of ${name}`,
    how: 'The signature fits with that secret, and not with the first one.',
    next: 'Set the receiver to that secret. While a secret is rotated, both sign for 24 h; then only the new one does.',
  }),
  body_rewritten: ({ signed, changes: made }) => ({
    title: 'The body was written anew',
    how: `The secret and the headers fit. The signature is that of ${
      signed ? `the same JSON ${spacings[signed.spacing]}` : 'another text'
    }: ${list(made.map((each) => changes[each]))}. So something read the body and wrote it again before you checked it.`,
    next: 'Check the bytes that came in, then parse them.',
  }),
  body_encoding: ({ encoding }) => ({
    title: 'The body is in another encoding',
    how: encodings[encoding],
    next: 'Check the bytes that came in before anything decodes them. They are UTF-8.',
  }),
  body_cut: () => ({
    title: 'The body is no whole JSON',
    how: 'What Ferry sends is always JSON, and this cannot be read as such: a part is missing, or something else was pasted.',
    next: 'Paste the whole body. If the receiver got no more, look for a limit of its length on the way.',
  }),
  other_timestamp: ({ expected, received }) => ({
    title: 'The timestamp is that of another try',
    how: `The signature was made with ${expected}; the header says ${received}. Each try of a delivery has its own.`,
    next: 'Take all three headers of one and the same try.',
  }),
  other_event: ({ expected, received, certain }) => ({
    title: certain ? 'The id is that of another event' : 'The body is that of another event',
    how: certain
      ? `The signature was made with ${expected}; the header says ${received}.`
      : `The body belongs to ${expected}; the headers belong to ${received}.`,
    next: 'Take headers and body of one and the same request.',
  }),
  wrong_secret: ({ asSent }) => ({
    title: asSent ? 'The secret is another one, most likely' : 'The secret is another one, or the body was changed',
    how: asSent
      ? 'Headers, secret and body are well made, and no usual change of the body fits.'
      : 'Headers and secret are well made, no usual change of the body fits, and the body is not written as Ferry writes it.',
    next: 'Compare the first letters of the secret with those that the endpoint shows. Each endpoint has its own, and so has Listen.',
  }),
};

export const wordsOf = <Name extends Finding['cause']>(finding: Extract<Finding, { cause: Name }>): CauseWords =>
  (words[finding.cause] as WordsOf<Name>)(finding);

/** What each check says when it holds, and which causes it tells apart. */
export const checkLines = ({
  checks,
  keyBytes,
  ageSeconds,
}: SignatureResult): readonly {
  readonly name: CheckName;
  readonly state: SignatureResult['checks'][CheckName];
  readonly text: string;
  readonly causes: string;
}[] => {
  const age = ageSeconds === null ? null : ageText(Math.abs(ageSeconds) * 1000);
  const line = (name: CheckName, text: string, causes: string) => ({ name, state: checks[name], text, causes });
  return [
    line(
      'headers',
      'All three headers, of one try',
      'A header that is missing, the id of another event, the timestamp of another try',
    ),
    line(
      'secret_form',
      keyBytes === null ? 'Secret is base64' : `Secret is base64, ${keyBytes} bytes`,
      'A secret that is not base64',
    ),
    line('version', 'Written as v1, and base64', 'v1, that is missing, a signature that is written otherwise'),
    line('secret', 'Secret fits', 'Another secret, an old secret'),
    line('clock', age === null ? 'Clock, 5 min allowed' : `Clock ${age} apart, 5 min allowed`, 'A clock that is off'),
    line('body', 'Body as it was signed', 'A body that was written anew, a body in another encoding'),
  ];
};
