import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { checkSignature, type SignatureCheckOptions } from '../check-signature.ts';

/** A second implementation of signing, so that tests find faults in the console's implementation. */
export const sign = (secret: string, id: string, timestamp: string, body: string | Buffer): string =>
  `v1,${createHmac('sha256', Buffer.from(secret.slice('whsec_'.length), 'base64'))
    .update(Buffer.concat([Buffer.from(`${id}.${timestamp}.`), Buffer.from(body)]))
    .digest('base64')}`;

export interface Message {
  readonly id: string;
  readonly timestamp: string;
  readonly secret: string;
  readonly body: string;
}

/** A fixed time, unrelated to the test clock. */
const now = 1_795_181_400_000;

const secrets = fc
  .uint8Array({ minLength: 24, maxLength: 64 })
  .map((bytes) => `whsec_${Buffer.from(bytes).toString('base64')}`);
const ids = fc.string({ unit: fc.constantFrom(...'abcdefghijkXYZ0123456789_-'), minLength: 8, maxLength: 40 });
const texts = fc.oneof(
  fc.string({ unit: 'grapheme', maxLength: 20 }),
  fc.constantFrom(
    'Bäckerei Grünwald & Söhne',
    'https://a.example/x',
    'Zoë "the" O\'Neil',
    '株式会社 <海>',
    '1 < 2 > 0\u2028',
  ),
);
/** Messages of all kinds, whose timestamp receivers accept. */
export const messages: fc.Arbitrary<Message> = fc
  .record({
    id: ids.map((id) => `evt_${id}`),
    secret: secrets,
    // Within the receivers' tolerance.
    timestamp: fc.integer({ min: now / 1000 - 290, max: now / 1000 + 290 }).map(String),
    company: texts,
    status: fc.constantFrom('COMPLETE', 'FAILED', 'WORKING'),
    user: fc.option(texts),
    sequence: fc.nat(1000),
  })
  .map(({ id, secret, timestamp, company, status, user, sequence }) => ({
    id,
    secret,
    timestamp,
    body: JSON.stringify({
      type: 'migration.status_updated',
      timestamp: new Date(Number(timestamp) * 1000).toISOString(),
      data: { id: '5fa2c6d7-0000-4000-8000-00000000128c', status, created_by_user_id: user, company_id: company },
      previous_status: 'WORKING',
      sequence,
    }),
  }));

export const headersOf = ({ id, timestamp, secret, body }: Message): string[] => [
  `webhook-id: ${id}`,
  `webhook-timestamp: ${timestamp}`,
  `webhook-signature: ${sign(secret, id, timestamp, body)}`,
];

export interface PastedMessage {
  readonly headers: readonly string[];
  readonly body: string;
  readonly secret: string;
  readonly otherSecret?: string;
  readonly receivedAt?: string;
  readonly options?: Partial<SignatureCheckOptions>;
}

export const check = ({ headers, body, secret, otherSecret = '', receivedAt, options }: PastedMessage) =>
  checkSignature(
    { headers: headers.join('\n'), body, secret, otherSecret, receivedAt: receivedAt ?? null },
    { now, spanSeconds: 600, signal: new AbortController().signal, ...options },
  );

export const pasted = (message: Message): PastedMessage => ({
  headers: headersOf(message),
  body: message.body,
  secret: message.secret,
});

export const without = (name: string, headers: readonly string[]): string[] =>
  headers.filter((line) => !line.startsWith(`${name}:`));
export const withLine = (name: string, value: string, headers: readonly string[]): string[] => [
  ...without(name, headers),
  `${name}: ${value}`,
];

export const parsed = (message: Message): Record<string, unknown> =>
  JSON.parse(message.body) as Record<string, unknown>;
