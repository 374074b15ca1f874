import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Finding, SignatureCause } from '#shared/console-contract/signature-check.ts';
import {
  check,
  headersOf,
  messages,
  type Message,
  parsed,
  type PastedMessage,
  pasted,
  sign,
  withLine,
  without,
} from './testing/sample-messages.ts';

const escapeAscii = (json: string): string =>
  json.replace(/[\u0080-\uffff]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`);
const sortKeys = (value: unknown): unknown =>
  typeof value === 'object' && value !== null
    ? Object.fromEntries(
        Object.entries(value)
          .sort(([a], [b]) => (a < b ? -1 : 1))
          .map(([key, each]) => [key, sortKeys(each)]),
      )
    : value;

/** Changes that frameworks and editors make to a body. Each result differs from the original. */
const bodyRewrites: Readonly<Record<string, (message: Message) => string>> = {
  'two spaces': (message) => JSON.stringify(parsed(message), null, 2),
  'four spaces': (message) => JSON.stringify(parsed(message), null, 4),
  tabs: (message) => JSON.stringify(parsed(message), null, '\t'),
  "Python's spacing": ({ body }) =>
    escapeAscii(
      body.replaceAll(/("(?:[^"\\]|\\.)*")|([,:])/g, (_all, text: string, mark: string) => text ?? `${mark} `),
    ),
  'sorted keys': (message) => JSON.stringify(sortKeys(parsed(message))),
  'sorted keys and two spaces': (message) => JSON.stringify(sortKeys(parsed(message)), null, 2),
  'a trailing newline': ({ body }) => `${body}\n`,
  'a trailing CRLF': ({ body }) => `${body}\r\n`,
  'Windows line endings': (message) => JSON.stringify(parsed(message), null, 2).replaceAll('\n', '\r\n'),
  'surrounding spaces': ({ body }) => `  ${body}  `,
};

/** Functions that make a message invalid, with the cause that must be named first. */
const breaks: Readonly<Record<string, readonly [SignatureCause, (message: Message, other: Message) => PastedMessage]>> =
  {
    ...Object.fromEntries(
      Object.entries(bodyRewrites).map(([name, rewrite]) => [
        name,
        ['body_rewritten', (message: Message) => ({ ...pasted(message), body: rewrite(message) })] as const,
      ]),
    ),
    'escaped Unicode': [
      'body_rewritten',
      (message) => {
        const body = message.body.replace('"previous_status"', '"name":"Zoë","previous_status"');
        return { ...pasted({ ...message, body }), body: escapeAscii(body) };
      },
    ],
    'escaped slashes': [
      'body_rewritten',
      (message) => {
        const body = message.body.replace('"previous_status"', '"link":"https://a.example/é","previous_status"');
        return { ...pasted({ ...message, body }), body: body.replaceAll('/', String.raw`\/`) };
      },
    ],
    'another secret': ['wrong_secret', (message, other) => ({ ...pasted(message), secret: other.secret })],
    'the old secret while both secrets are known': [
      'old_secret',
      (message, other) => ({ ...pasted(message), secret: other.secret, otherSecret: message.secret }),
    ],
    'a slow clock': [
      'clock',
      (message) => ({
        ...pasted(message),
        receivedAt: new Date((Number(message.timestamp) + 301) * 1000).toISOString(),
      }),
    ],
    'a fast clock': [
      'clock',
      (message) => ({
        ...pasted(message),
        receivedAt: new Date((Number(message.timestamp) - 4_000) * 1000).toISOString(),
      }),
    ],
    'no version': [
      'version_missing',
      (message) => ({ ...pasted(message), headers: headersOf(message).map((line) => line.replace('v1,', '')) }),
    ],
    'an equals sign after the version': [
      'version_missing',
      (message) => ({ ...pasted(message), headers: headersOf(message).map((line) => line.replace('v1,', 'v1=')) }),
    ],
    'an unknown version': [
      'version_missing',
      (message) => ({ ...pasted(message), headers: headersOf(message).map((line) => line.replace('v1,', 'v1a,')) }),
    ],
    hexadecimal: [
      'version_missing',
      (message) => {
        const mac = Buffer.from(sign(message.secret, message.id, message.timestamp, message.body).slice(3), 'base64');
        return { ...pasted(message), headers: withLine('webhook-signature', mac.toString('hex'), headersOf(message)) };
      },
    ],
    'no id': [
      'header_missing',
      (message) => ({ ...pasted(message), headers: without('webhook-id', headersOf(message)) }),
    ],
    'no timestamp': [
      'header_missing',
      (message) => ({ ...pasted(message), headers: without('webhook-timestamp', headersOf(message)) }),
    ],
    'no signature': [
      'header_missing',
      (message) => ({ ...pasted(message), headers: without('webhook-signature', headersOf(message)) }),
    ],
    'header names of another sender': [
      'header_missing',
      (message) => ({ ...pasted(message), headers: headersOf(message).map((line) => `x-${line}`) }),
    ],
    milliseconds: [
      'timestamp_unreadable',
      (message) => ({
        ...pasted(message),
        headers: withLine('webhook-timestamp', `${message.timestamp}000`, headersOf(message)),
      }),
    ],
    "a secret that isn't base64": ['secret_not_base64', (message) => ({ ...pasted(message), secret: 'my secret!' })],
    'no secret': ['secret_not_base64', (message) => ({ ...pasted(message), secret: ' ' })],
    'a secret in quotes': ['secret_not_base64', (message) => ({ ...pasted(message), secret: `"${message.secret}"` })],
    'UTF-16': [
      'body_encoding',
      (message) => ({
        ...pasted(message),
        headers: headersOf({ ...message, body: Buffer.from(message.body, 'utf16le') as never }),
      }),
    ],
    'read as Latin-1': [
      'body_encoding',
      (message) => {
        const body = message.body.replace('"previous_status"', '"name":"Zoë Grün","previous_status"');
        return { ...pasted({ ...message, body }), body: Buffer.from(body).toString('latin1') };
      },
    ],
    'read as Windows-1252': [
      'body_encoding',
      (message) => {
        const body = message.body.replace('"previous_status"', '"name":"“Zoë” – €","previous_status"');
        return { ...pasted({ ...message, body }), body: new TextDecoder('windows-1252').decode(Buffer.from(body)) };
      },
    ],
    'a byte order mark': ['body_encoding', (message) => ({ ...pasted(message), body: `\uFEFF${message.body}` })],
    'lost characters': [
      'body_encoding',
      (message) => {
        const body = message.body.replace('"previous_status"', '"name":"Zoë","previous_status"');
        return { ...pasted({ ...message, body }), body: body.replace('ë', '\uFFFD\uFFFD') };
      },
    ],
    'a truncated body': ['body_cut', (message) => ({ ...pasted(message), body: message.body.slice(0, -9) })],
    'the timestamp of another attempt': [
      'other_timestamp',
      (message) => ({
        ...pasted(message),
        headers: withLine('webhook-timestamp', String(Number(message.timestamp) - 305), headersOf(message)),
        receivedAt: new Date((Number(message.timestamp) - 305) * 1000).toISOString(),
      }),
    ],
    'the IDs of two events': [
      'other_event',
      (message, other) => ({
        ...pasted(message),
        headers: [`webhook-id: ${other.id}x`, ...headersOf(message)],
      }),
    ],
  };

const numRuns = 12;

test('an unchanged message is valid, and all its checks pass', { tags: '@W10' }, async () => {
  await fc.assert(
    fc.asyncProperty(messages, async (message) => {
      const result = await check(pasted(message));
      expect(result).toMatchObject({ right: true, findings: [], bodies: null });
      expect(new Set(Object.values(result.checks))).toEqual(new Set(['good']));
    }),
    { numRuns: 50 },
  );
});

test.each(Object.keys(breaks))(
  'the check names the cause if one part of a random message is broken: %s',
  { tags: '@W10' },
  async (name) => {
    const [cause, breakIt] = breaks[name] as (typeof breaks)[string];
    await fc.assert(
      fc.asyncProperty(messages, messages, async (message, other) => {
        fc.pre(message.secret !== other.secret && message.id !== other.id);
        const result = await check(breakIt(message, other));
        expect(result.right).toBe(false);
        expect(result.findings[0]?.cause).toBe(cause);
        expect(result.findings.filter((each) => each.cause !== cause).map((each: Finding) => each.cause)).toEqual(
          name === 'milliseconds' ? ['other_timestamp'] : [],
        );
      }),
      { numRuns },
    );
  },
);

test('a message with any changed signed part is never valid', { tags: '@W10' }, async () => {
  const flips = fc.record({ message: messages, part: fc.constantFrom('headers', 'body', 'secret'), at: fc.nat() });
  const change = (text: string, at: number): string => {
    const index = at % text.length;
    const letter = text.charAt(index) === 'A' ? 'B' : 'A';
    return text.slice(0, index) + letter + text.slice(index + 1);
  };
  await fc.assert(
    fc.asyncProperty(flips, async ({ message, part, at }) => {
      const [id = '', timestamp = '', signature = ''] = headersOf(message);
      const good = pasted(message);
      const mac = signature.slice('webhook-signature: v1,'.length);
      const broken =
        part === 'body'
          ? { ...good, body: change(good.body, at) }
          : part === 'secret'
            ? // The last base64 letter isn't changed, because some of its bits aren't part of any byte.
              { ...good, secret: `whsec_${change(good.secret.slice(6, 34), at)}${good.secret.slice(34)}` }
            : {
                ...good,
                headers: [id, timestamp, `webhook-signature: v1,${change(mac.slice(0, 40), at)}${mac.slice(40)}`],
              };
      expect((await check({ ...broken, options: { spanSeconds: 0 } })).right).toBe(false);
    }),
    { numRuns: 60 },
  );
});

test('two causes at the same time are both named', { tags: '@W10' }, async () => {
  const [message] = fc.sample(messages, 1) as [Message];
  const result = await check({
    ...pasted(message),
    headers: headersOf(message).map((line) => line.replace('v1,', '')),
    body: JSON.stringify(parsed(message), null, 2),
  });
  expect(result.findings.map(({ cause }) => cause)).toEqual(['version_missing', 'body_rewritten']);
  const spaced = result.findings[1];
  expect(spaced).toMatchObject({ signed: { spacing: 'compact' }, pasted: { spacing: 'two' } });
  expect(result.bodies?.signed.length).toBe(Buffer.byteLength(message.body));
  expect(Buffer.from(result.bodies?.signed.hex ?? '', 'hex').toString()).toBe(message.body);
});

test(
  "a signature without its version is reported, even next to a signature that doesn't match",
  { tags: '@W10' },
  async () => {
    const [message] = fc.sample(messages, 1) as [Message];
    const good = sign(message.secret, message.id, message.timestamp, message.body).slice(3);
    const stranger = Buffer.alloc(32, 7).toString('base64');
    const result = await check({
      ...pasted(message),
      headers: withLine('webhook-signature', `v1,${stranger} v1a,${good}`, headersOf(message)),
    });
    expect(result.right).toBe(false);
    expect(result.findings.map(({ cause }) => cause)).toEqual(['version_missing']);
  },
);

test('a message with a second signature from a rotation is valid', { tags: '@W10' }, async () => {
  const [message, other] = fc.sample(messages, 2) as [Message, Message];
  const old = sign(other.secret, message.id, message.timestamp, message.body);
  const both = `${old} ${sign(message.secret, message.id, message.timestamp, message.body)}`;
  const result = await check({ ...pasted(message), headers: withLine('webhook-signature', both, headersOf(message)) });
  expect(result.right).toBe(true);
});

test('the check finds the timestamp of an attempt from the day before', { tags: '@W10' }, async () => {
  const [message] = fc.sample(messages, 1) as [Message];
  const result = await check({
    ...pasted(message),
    headers: withLine('webhook-timestamp', String(Number(message.timestamp) + 90_000), headersOf(message)),
    options: { spanSeconds: 345_600 },
  });
  expect(result.findings[0]).toMatchObject({ cause: 'other_timestamp', expected: message.timestamp });
});

test('random input always gets a cause and is never valid', { tags: ['@W10', '@T2'] }, async () => {
  const any = fc.oneof(
    fc.string({ unit: 'binary', maxLength: 400 }),
    fc.json(),
    fc.constantFrom(
      '['.repeat(5_000),
      '{"a":'.repeat(5_000),
      'webhook-signature: '.repeat(500),
      `webhook-id${' '.repeat(9_000)}`,
    ),
  );
  await fc.assert(
    fc.asyncProperty(any, any, any, async (headers, body, secret) => {
      const result = await check({ headers: [headers], body, secret, options: { spanSeconds: 0 } });
      expect(result.right).toBe(false);
      expect(result.findings.length).toBeGreaterThan(0);
    }),
    { numRuns: 60 },
  );
});
