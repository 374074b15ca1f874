import { Webhook } from 'standardwebhooks';
import { expect, test } from 'vitest';
import { FerrySignatureError, verifyWebhook } from './verify-webhook.ts';

const secret = `whsec_${Buffer.alloc(24, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(24, 8).toString('base64')}`;
const body =
  '{"type":"ferry.test","timestamp":"2026-11-20T14:32:00.000Z","data":{"object":"endpoint","id":"é","organization_id":"o"}}';

/** Signs as another implementation of the standard does. */
const headersOf = (at = new Date(), key = secret) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': String(Math.floor(at.getTime() / 1000)),
  'webhook-signature': new Webhook(key).sign('evt_1', at, body),
});
const refused = (more: object, text = body, secrets: string | string[] = secret) => {
  expect(() => verifyWebhook(text, { ...headersOf(), ...more }, secrets)).toThrow(FerrySignatureError);
};

test('returns the event of an authentic webhook, with its ID', { tags: '@S25' }, () => {
  const event = { id: 'evt_1', type: 'ferry.test', data: { id: 'é' } };
  expect(verifyWebhook(body, headersOf(), secret)).toMatchObject(event);
  expect(verifyWebhook(Buffer.from(body), new Headers(headersOf()), [otherSecret, secret])).toMatchObject(event);
});

test('refuses a changed body, another secret, an old or future time, and missing headers', { tags: '@S25' }, () => {
  refused({}, body.replace('endpoint', 'Endpoint'));
  refused({}, body, otherSecret);
  refused(headersOf(new Date(Date.now() - 301_000)));
  refused(headersOf(new Date(Date.now() + 302_000)));
  refused({ 'webhook-timestamp': '1e9' });
  refused({ 'webhook-id': undefined });
  refused({ 'webhook-signature': `v1,${'é'.repeat(44)} v2,x` });
  expect(() => verifyWebhook(body, headersOf(), '')).toThrow(TypeError);
});
