import { expect, test } from 'vitest';
import { createRedactor } from '../log/redactor.ts';
import { createWebhooksTopic } from './webhooks-topic.ts';

const secretOf = (fill: string): string => Buffer.from(fill.repeat(32).slice(0, 32)).toString('base64');

function createTopic() {
  const redactor = createRedactor();
  const clock = { now: () => new Date('2026-11-20T13:29:36Z') };
  const { handlers } = createWebhooksTopic({ ports: { clock, redactor } } as never);
  const check = (secret: string) =>
    handlers.checkSignature({ headers: '', body: '', secret, otherSecret: '', receivedAt: null }, {
      signal: new AbortController().signal,
    } as never);
  return { redactor, check };
}

test(
  'repeated checks keep earlier tokens redacted, and only whole secrets are redacted',
  { tags: ['@W10', '@T5'] },
  async () => {
    const { redactor, check } = createTopic();
    redactor.learn('a-link-token-0123456789');
    for (let count = 0; count < 200; count += 1) await check(`another word ${count}`);
    for (let count = 0; count < 80; count += 1) await check(`whsec_${secretOf('key, and more')}`);
    expect(redactor.text('a-link-token-0123456789')).toBe('[redacted]');
    expect(redactor.text('another word 199')).toBe('another word 199');
  },
);

test('a secret that was checked before is not redacted in the input of another check', { tags: '@W10' }, async () => {
  const { redactor, check } = createTopic();
  const secret = `whsec_${secretOf('canary-0123')}`;
  await check(secret);
  expect(redactor.withoutKeys(secret)).toBe(secret);
});

test('a checked secret is redacted with and without its prefix', { tags: ['@W10', '@T5'] }, async () => {
  const { redactor, check } = createTopic();
  const bare = secretOf('canary-0123');
  await check(` whsec_${bare}\n`);
  expect(redactor.text(`a ${bare} b`)).toBe('a [redacted] b');
  expect(redactor.text(`a whsec_${bare} b`)).not.toContain(bare);
});
