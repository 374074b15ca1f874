import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { checkDelivery, type Delivery } from './check-delivery.ts';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const id = 'evt_1';
const now = 1_795_181_376;
const body = '{"type":"migration.status_updated"}';

const signed = (by = secret, text = body, at = now): Delivery => ({
  headers: {
    'webhook-id': id,
    'webhook-timestamp': String(at),
    'webhook-signature': new Webhook(by).sign(id, new Date(at * 1_000), text),
  },
  body: Buffer.from(text),
});
const withHeader = (name: string, value: string | undefined): Delivery => {
  const { headers, body: bytes } = signed();
  return { headers: { ...headers, [name]: value }, body: bytes };
};

test('a standard delivery is accepted, even if only one of its signatures is valid', { tags: '@W11' }, () => {
  expect(checkDelivery(secret, signed(), now)).toBeNull();
  expect(checkDelivery(secret, signed(secret, 'ünïcode'), now + 300)).toBeNull();
  const { headers } = signed();
  expect(
    checkDelivery(secret, withHeader('webhook-signature', `v1,x v1a,y ${headers['webhook-signature']}`), now),
  ).toBeNull();
});

test.each([
  ['no ID', withHeader('webhook-id', undefined), now, /^missing webhook-id$/],
  ['no signature', withHeader('webhook-signature', ''), now, /^missing webhook-signature$/],
  ['a date as the timestamp', withHeader('webhook-timestamp', '2026-11-20'), now, /isn't a number of seconds$/],
  ['an old timestamp', signed(), now + 301, /differs by 301 s/],
  ['a timestamp of the next day', signed(), now - 86_400, /differs by 86400 s/],
  ['another body', { ...signed(), body: Buffer.from(`${body} `) }, now, /^No signature/],
  ['another timestamp', withHeader('webhook-timestamp', String(now + 1)), now, /^No signature/],
  ['another ID', withHeader('webhook-id', 'evt_2'), now, /^No signature/],
  ['another secret', signed(`whsec_${Buffer.alloc(32, 8).toString('base64')}`), now, /^No signature/],
  ['no version', withHeader('webhook-signature', 'K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN'), now, /^No signature/],
])('this delivery is rejected with its cause: %s', { tags: ['@W11', '@T42'] }, (_name, delivery, at, cause) => {
  expect(checkDelivery(secret, delivery, at)).toMatch(cause);
});
