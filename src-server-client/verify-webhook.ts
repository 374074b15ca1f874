import { createHmac, timingSafeEqual } from 'node:crypto';
import { signatureHeaders, toleranceSeconds, webhookHeaders } from '#shared/webhooks-api/signature.ts';
import type { Api } from './api-types.ts';

/** The event of a webhook. `id` is the same in every delivery of the event, so that you can ignore repetitions. */
export type WebhookEvent = Api['StatusEvent'] | (Api['TestEvent'] & { readonly id: string });

/** Headers of a request, from Node (`request.headers`) or of the Fetch API. */
export type WebhookHeaders =
  | { get(name: string): string | null }
  | { readonly [name: string]: string | readonly string[] | undefined };

/** The error for a request that isn't an authentic webhook. Respond to it with 400. */
export class FerrySignatureError extends Error {
  override readonly name = 'FerrySignatureError';
}

const hmacSha256 = (key: string, pieces: readonly (string | Uint8Array)[]): string => {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64'));
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest('base64');
};

const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && timingSafeEqual(left, right);

/**
 * Verifies the signature of a webhook and returns its event. Accepts timestamps within 5 minutes of this device's clock.
 *
 * @param body the request's body exactly as received, before any JSON parser
 * @param secrets the endpoint's secret; during a rotation, both
 * @throws {FerrySignatureError} if a header is missing, the time is too far away, or no signature matches
 */
export const verifyWebhook = (
  body: string | Uint8Array,
  headers: WebhookHeaders,
  secrets: string | readonly string[],
): WebhookEvent => {
  const secretList = [secrets].flat();
  if (secretList.length === 0 || secretList.some((secret) => !/^(whsec_)?[\w+/=-]{16,}$/.test(secret)))
    throw new TypeError('Pass the secret of the webhook endpoint, which starts with whsec_.');
  const header = (name: string): string => {
    const value = typeof headers.get === 'function' ? headers.get(name) : (headers as Record<string, unknown>)[name];
    if (typeof value !== 'string' || value === '') throw new FerrySignatureError(`The header ${name} is missing.`);
    return value;
  };
  const id = header(webhookHeaders.id);
  const timestamp = header(webhookHeaders.timestamp);
  const signatures = header(webhookHeaders.signature).split(' ');
  const differenceSeconds = Math.abs(Date.now() / 1000 - (/^\d{1,12}$/.test(timestamp) ? Number(timestamp) : NaN));
  if (!(differenceSeconds <= toleranceSeconds))
    throw new FerrySignatureError(`The webhook's timestamp differs from this device's clock by over 5 minutes.`);
  const matches = secretList.some((secret) => {
    const expected = signatureHeaders(hmacSha256, [secret], { id, timestamp, body })[webhookHeaders.signature] ?? '';
    return signatures.some((signature) => isEqual(Buffer.from(signature), Buffer.from(expected)));
  });
  if (!matches)
    throw new FerrySignatureError('No signature matches. Check the secret, and pass the body exactly as received.');
  const text = typeof body === 'string' ? body : Buffer.from(body).toString('utf8');
  return { id, ...(JSON.parse(text) as Omit<WebhookEvent, 'id'>) } as WebhookEvent;
};
