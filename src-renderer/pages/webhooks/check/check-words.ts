import type {
  BodyChange,
  BodyEncoding,
  CheckName,
  Finding,
  JsonForm,
  SignatureResult,
} from '#shared/console-contract/signature-check.ts';
import { ageText } from '#ui/values/times.tsx';

interface CauseWords {
  readonly title: string;
  readonly how: string;
  readonly next: string;
}

const joinWords = (words: readonly string[]): string =>
  words.length <= 1 ? (words[0] ?? '') : `${words.slice(0, -1).join(', ')} and ${words.at(-1) ?? ''}`;

const spacings: Readonly<Record<JsonForm['spacing'], string>> = {
  compact: 'without spaces',
  two: 'indented with two spaces',
  four: 'indented with four spaces',
  tab: 'indented with tabs',
  python: "formatted by Python's json.dumps",
  other: 'with different spacing',
};
const changes: Readonly<Record<BodyChange, string>> = {
  spacing: 'whitespace differs',
  order: 'the field order differs',
  escapes: 'characters are escaped differently',
  end: 'whitespace was added or removed at the start or end',
  line_ends: 'line endings differ',
  values: 'values differ',
};
const encodings: Readonly<Record<BodyEncoding, string>> = {
  utf16: 'The signature matches UTF-16, so one side reads or writes UTF-16 instead of UTF-8.',
  latin1: 'The signature matches if each character is one byte, so the body was read as Latin-1 or Windows-1252.',
  bom_added: 'The signature matches without the byte order mark in front, so something added the mark.',
  bom_lost: 'The signature matches with a byte order mark in front, so something removed the mark.',
  normalized: 'The signature matches a different Unicode normalization, so something normalized the body.',
  replaced: 'The body contains replacement characters: decoding it lost characters.',
};

type WordsOf<Name extends Finding['cause']> = (finding: Extract<Finding, { cause: Name }>) => CauseWords;

const words: { readonly [Name in Finding['cause']]: WordsOf<Name> } = {
  header_missing: ({ names, instead }) => ({
    title:
      names.length === 1 ? `The header ${names[0] ?? ''} is missing` : `The headers ${joinWords(names)} are missing`,
    how:
      instead.length > 0
        ? `The pasted headers include ${joinWords(instead)}, which receivers ignore.`
        : `The pasted text doesn't contain ${names.length === 1 ? 'this header' : 'these headers'}.`,
    next: 'Check whether a proxy, gateway or framework removes unknown headers, and paste all three.',
  }),
  timestamp_unreadable: ({ received, milliseconds }) => ({
    title: milliseconds ? 'The timestamp is in milliseconds' : "The timestamp isn't a number",
    how: `webhook-timestamp is ${received}. Expected: seconds since 1970.`,
    next: "Use the header unchanged. Don't convert it to a date.",
  }),
  version_missing: ({ form, received }) => ({
    title: '"v1," is missing before the signature',
    how: {
      bare: `The header contains ${received}, a signature without its version.`,
      hex: 'The signature is hexadecimal. It must be "v1," followed by base64.',
      other_version: 'The header has signatures of other versions. Ferry signs with v1.',
      unreadable: `The header contains ${received}, which isn't a signature.`,
    }[form],
    next: "Pass on the whole header with versions and spaces. Don't split it at the comma.",
  }),
  signature_inexact: ({ why, received }) => ({
    title: 'The signature was changed',
    how: `The header contains ${received}. ${
      {
        space: 'There is a space next to the comma in "v1,".',
        url_letters: 'The signature uses - and _ (URL-safe base64) instead of + and /.',
        padding: "The end isn't valid base64: = is missing or repeated, or characters were changed.",
        joined: 'There is a comma, a quote or another character next to the signature.',
      }[why]
    } Receivers refuse a signature that was changed.`,
    next: 'Pass the header on unchanged. Each signature is "v1," followed by base64 with + / and =. A space separates signatures.',
  }),
  secret_not_base64: ({ why }) => ({
    title: why === 'empty' ? 'The secret is missing' : "The secret isn't base64",
    how: {
      empty: "Enter the endpoint's secret to check the signature.",
      letters: "The secret contains characters that aren't base64.",
      url_letters: 'The secret uses - and _ (URL-safe base64). Libraries expect + and /.',
      quotes: 'There are quotes or other characters around the secret, as if copied from a settings file.',
      length: 'Part of the secret is missing. The decoded key has 24 to 64 bytes.',
    }[why],
    next: 'Copy the complete secret again: whsec_ and everything after it. The key is the decoded base64, not the string itself.',
  }),
  clock: ({ seconds }) => ({
    title: `The clocks differ by ${ageText(Math.abs(seconds) * 1000)}`,
    how:
      seconds > 0
        ? 'The timestamp is more than 5 min before the time you entered (or the current time, if you entered none).'
        : 'The timestamp is more than 5 min in the future.',
    next:
      seconds > 0
        ? "For an older message, enter when you received it. If the receiver refused the message then, synchronize the receiver's clock with NTP."
        : "Synchronize the receiver's clock with NTP.",
  }),
  old_secret: () => ({
    title: 'Signed with the other secret',
    how: 'The signature matches this secret, not the secret you entered first.',
    next: 'Use this secret in the receiver. After a rotation, both secrets sign for 24 h, then only the new one.',
  }),
  body_rewritten: ({ signed, changes: created }) => ({
    title: 'The body was serialized again',
    how: `The secret and the headers match. The signature is for ${
      signed ? `the same JSON ${spacings[signed.spacing]}` : 'different content'
    }: ${joinWords(created.map((each) => changes[each]))}. Something parsed the body and serialized it again before you verified it.`,
    next: 'Verify the raw bytes, then parse them.',
  }),
  body_encoding: ({ encoding }) => ({
    title: 'The body is in another encoding',
    how: encodings[encoding],
    next: 'Verify the raw UTF-8 bytes before anything decodes them.',
  }),
  body_cut: () => ({
    title: "The body isn't complete JSON",
    how: "Ferry always sends JSON, but this isn't valid JSON. Part of the body may be missing.",
    next: 'Paste the whole body. If the receiver got only this part, check for a size limit between Ferry and the receiver.',
  }),
  other_timestamp: ({ expected, received }) => ({
    title: 'The timestamp belongs to another attempt',
    how: `The signature was created with ${expected}, but the header says ${received}. Each attempt has its own timestamp.`,
    next: 'Copy all three headers from one attempt.',
  }),
  other_event: ({ expected, received }) => ({
    title: 'The ID belongs to another event',
    how: `The signature was created with ${expected}, but the header says ${received}.`,
    next: 'Copy the headers and the body from one request.',
  }),
  wrong_secret: ({ asSent }) => ({
    title: asSent ? 'Probably the wrong secret' : 'Wrong secret, or the body was changed',
    how: asSent
      ? 'Headers, secret and body are valid, and no common change to the body explains the difference.'
      : "Headers and secret are valid. No common change to the body explains the difference, and the body isn't formatted like Ferry's.",
    next: 'Compare the first characters of the secret with the first characters that the endpoint shows. Each endpoint has its own secret, and so does the Listen tab.',
  }),
};

export const wordsOf = <Name extends Finding['cause']>(finding: Extract<Finding, { cause: Name }>): CauseWords =>
  (words[finding.cause] as WordsOf<Name>)(finding);

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
      'All three headers are from one attempt',
      'Possible causes: a missing header, the ID of another event, or the timestamp of another attempt',
    ),
    line(
      'secret_form',
      keyBytes === null ? 'Secret is base64' : `Secret is base64, ${keyBytes} bytes`,
      "Possible cause: a secret that isn't base64",
    ),
    line(
      'version',
      'Signature is "v1," plus base64',
      'Possible causes: a missing "v1," prefix, or a signature in another format',
    ),
    line('secret', 'Secret matches', 'Possible causes: the secret of another endpoint, or an old secret'),
    line(
      'clock',
      age === null ? 'Clock within 5 min' : `Clocks differ by ${age}, 5 min allowed`,
      'Possible cause: a wrong clock',
    ),
    line(
      'body',
      'Body matches the signature',
      'Possible causes: a body that was serialized again, or a body in another encoding',
    ),
  ];
};
