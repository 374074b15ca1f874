import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createRedactor } from './redactor.ts';

const runs = process.env['FERRY_SOAK'] === '1' ? 10_000 : 300;
const keyCharacter = fc.constantFrom(...'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_.~+/=');
const secretOf = (length: { minLength: number; maxLength: number }) => fc.string({ unit: keyCharacter, ...length });
/** A key that no shape gives away: only having learned it can find it. */
const key = secretOf({ minLength: 16, maxLength: 64 });

const encodings: readonly (readonly [string, (secret: string, before: string) => string])[] = [
  ['plain', (secret) => secret],
  ['URL-encoded', (secret) => encodeURIComponent(secret)],
  ['URL-encoded, lower case', (secret) => encodeURIComponent(secret).replace(/%../g, (pair) => pair.toLowerCase())],
  ['URL-encoded twice', (secret) => encodeURIComponent(encodeURIComponent(secret))],
  ['base64', (secret) => Buffer.from(secret).toString('base64')],
  ['base64 inside other bytes', (secret, before) => Buffer.from(`${before}${secret}${before}`).toString('base64')],
  ['base64url', (secret, before) => Buffer.from(`${before}${secret}`).toString('base64url')],
  ['base64 of UTF-16', (secret) => Buffer.from(secret, 'utf16le').toString('base64')],
  ['hexadecimal', (secret) => Buffer.from(secret).toString('hex')],
  ['UTF-16 little endian', (secret) => Buffer.from(secret, 'utf16le').toString('latin1')],
  ['UTF-16 big endian', (secret) => Buffer.from(secret, 'utf16le').swap16().toString('latin1')],
  ['JSON', (secret) => JSON.stringify({ deep: [secret] })],
];

/** What an attacker would look for afterwards: any form of the secret's own characters, wherever it stands. */
const leaks = (text: string, secret: string): boolean => {
  const plain = text.replaceAll('\0', '');
  const candidates = [plain, ...(plain.match(/[A-Za-z0-9+/_-]{8,}={0,2}/g) ?? []).flatMap(decodeEveryWay)];
  return candidates.some((one) => one.replaceAll('\0', '').includes(secret));
};
const decodeEveryWay = (run: string): string[] =>
  [0, 1, 2, 3].flatMap((cut) => [
    Buffer.from(run.slice(cut), 'base64').toString('latin1'),
    Buffer.from(run.slice(cut), 'hex').toString('latin1'),
  ]);

test.each(encodings)('C1 [security] (T5) a known key is found: %s', (_name, encode) => {
  fc.assert(
    fc.property(key, fc.string({ maxLength: 20 }), fc.string({ maxLength: 5 }), (secret, around, before) => {
      const redactor = createRedactor();
      redactor.learn(secret);
      const clean = redactor.text(`${around}${encode(secret, before)}${around}`);
      expect(leaks(clean, secret)).toBe(false);
      expect(clean).not.toContain(encode(secret, ''));
    }),
    { numRuns: runs },
  );
});

test('C1 [security] (T5) a known key is found anywhere in nested data, errors, causes, stacks and URLs', () => {
  const places = fc.letrec<{ node: unknown }>((tie) => ({
    node: fc.oneof(
      { maxDepth: 5, withCrossShrink: true },
      fc.constantFrom('here', 1, null, undefined, true),
      fc.record({ a: tie('node'), b: tie('node') }),
      fc.array(tie('node'), { maxLength: 3 }),
      tie('node').map((inner) => new Map([['k', inner]])),
      tie('node').map((inner) => new Set([inner])),
      tie('node').map((inner) => Object.assign(new Error('here', { cause: inner }), { detail: inner })),
      tie('node').map((inner) => new AggregateError([inner], 'here')),
      fc.constant(new URL('https://here:here@example.com/here?q=here#here')),
      fc.constant({ here: 1 }),
    ),
  })).node;
  const put = (value: unknown, secret: string): unknown => {
    if (typeof value === 'string') return value.replaceAll('here', secret);
    if (value instanceof URL) return new URL(value.href.replaceAll('here', encodeURIComponent(secret)));
    if (value instanceof Map) return new Map(Array.from(value, ([name, held]) => [name, put(held, secret)]));
    if (value instanceof Set) return new Set(Array.from(value, (held) => put(held, secret)));
    if (value instanceof AggregateError)
      return new AggregateError(
        value.errors.map((one) => put(one, secret)),
        secret,
      );
    if (value instanceof Error) {
      const copy = new Error(`failed with ${secret}`, { cause: put(value.cause, secret) });
      return Object.assign(copy, { detail: put((value as Error & { detail?: unknown }).detail, secret) });
    }
    if (Array.isArray(value)) return value.map((held) => put(held, secret));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, held]) => [put(name, secret), put(held, secret)]));
  };
  fc.assert(
    fc.property(places, key, (shape, secret) => {
      const redactor = createRedactor();
      redactor.learn(secret);
      const clean = JSON.stringify(redactor.value(put(shape, secret))) ?? '';
      expect(leaks(clean, secret)).toBe(false);
      expect(leaks(clean.replaceAll('\\\\', '\\'), secret)).toBe(false);
    }),
    { numRuns: runs },
  );
});

test('C1 [security] (T5) what a secret name holds goes, whatever it is, and the rest stays', () => {
  const redactor = createRedactor();
  const value = {
    link_token: 'abc',
    nested: [{ 'X-Api-Key': 12, accessToken: { deep: 'x' }, tokenCount: 3 }],
    id: 'm1',
  };
  expect(redactor.value(value)).toEqual({
    link_token: '[redacted]',
    nested: [{ 'X-Api-Key': '[redacted]', accessToken: '[redacted]', tokenCount: 3 }],
    id: 'm1',
  });
});

test.each([
  ['Authorization: Bearer abcdefgh12345678', 'abcdefgh12345678'],
  ['key ferry_live_9s8d7f was used', '9s8d7f'],
  ['https://user:pass-word@example.com/x', 'pass-word'],
  ['GET /a?page=1&access_token=zzzz-1111&x=2', 'zzzz-1111'],
  ['http://127.0.0.1:1234/#start=s3cr3t-start', 's3cr3t-start'],
  ['{"link_token":"opaque\\"quoted"}', 'opaque'],
  ['apiKey=0123456789abcdef', '0123456789abcdef'],
])('C1 [security] (T5) an unknown secret is known by its shape: %s', (text, secret) => {
  expect(createRedactor().text(text)).not.toContain(secret);
});

test('redacting twice changes nothing more, and plain sentences stay', () => {
  const redactor = createRedactor();
  const once = redactor.text('Bearer abcdefgh12345678 at https://a:b@c.de/?token=qwertz123456');
  expect(redactor.text(once)).toBe(once);
  const sentence = 'GET /api/v1/migrations?page=2&page_size=25 answered 200 in 31 ms; the token was not sent.';
  expect(redactor.text(sentence)).toBe(sentence);
});

test('a cycle, a throwing getter and a deep chain end', () => {
  const loop: Record<string, unknown> = {
    get broken(): unknown {
      throw new TypeError('no');
    },
  };
  loop['self'] = loop;
  let deep: unknown = 'bottom';
  for (let level = 0; level < 10_000; level += 1) deep = { deep };
  expect(createRedactor().value(loop)).toEqual({ broken: '[unreadable]', self: '[circular]' });
  expect(JSON.stringify(createRedactor().value(deep))).toContain('[deeper]');
});
