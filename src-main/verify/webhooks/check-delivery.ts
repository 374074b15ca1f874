import { createHmac } from 'node:crypto';
import {
  secretPrefix,
  signatureVersion,
  signedHead,
  toleranceSeconds,
  webhookHeaders,
} from '#shared/webhooks-api/signature.ts';

/** A delivery as a receiver gets it, with header names in lower case. */
export interface Delivery {
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body: Buffer;
}

/**
 * Returns why a receiver refuses a delivery, without a full stop, or null. Independent of the signing code, so that it
 * can find faults in that code. `now`: seconds since 1970.
 */
export const checkDelivery = (secret: string, { headers, body }: Delivery, now: number): string | null => {
  const missingHeaders = Object.values(webhookHeaders).filter((name) => !headers[name]);
  if (missingHeaders.length > 0) return `missing ${missingHeaders.join(' and ')}`;
  const [id = '', timestamp = '', signatures = ''] = Object.values(webhookHeaders).map((name) => headers[name]);
  if (!/^\d+$/.test(timestamp)) return `${webhookHeaders.timestamp} isn't a number of seconds`;
  const clockDifference = Math.abs(now - Number(timestamp));
  if (clockDifference > toleranceSeconds)
    return `${webhookHeaders.timestamp} differs by ${Math.round(clockDifference)} s from this device's clock`;
  const key = Buffer.from(secret.slice(secretPrefix.length), 'base64');
  const expectedSignature = createHmac('sha256', key)
    .update(signedHead({ id, timestamp }))
    .update(body)
    .digest('base64');
  return signatures.split(' ').includes(`${signatureVersion},${expectedSignature}`)
    ? null
    : "No signature matches these bytes and the endpoint's secret";
};
