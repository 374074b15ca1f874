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

/** Returns why a receiver refuses a delivery, without a full stop, or null. `now`: seconds since 1970. */
type CheckDelivery = (secret: string, delivery: Delivery, now: number) => string | null;

/** Checks a delivery like a receiver. Independent of the signing code, so that it can find faults in that code. */
export const checkDelivery: CheckDelivery = (secret, { headers, body }, now) => {
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

/** Returns the first invalid delivery that a check accepts, or null. */
export function findWronglyAccepted(
  check: CheckDelivery,
  secret: string,
  delivery: Delivery,
  now: number,
): string | null {
  const { headers, body } = delivery;
  const changedBody = Buffer.from(body);
  const last = changedBody.length - 1;
  changedBody[last] = (changedBody[last] ?? 0) ^ 1;
  const timestamp = Number(headers[webhookHeaders.timestamp]);
  const redatedHeaders = { ...headers, [webhookHeaders.timestamp]: String(timestamp + 1) };
  const otherSecret = `${secretPrefix}${Buffer.alloc(32, secret.length).toString('base64')}`;
  const refusals: readonly (readonly [what: string, refusal: string | null])[] = [
    ['a body with one changed bit', check(secret, { headers, body: changedBody }, now)],
    ['a timestamp that is too old', check(secret, delivery, timestamp + toleranceSeconds + 1)],
    ['another timestamp', check(secret, { headers: redatedHeaders, body }, now)],
    ['a signature made with another secret', check(otherSecret, delivery, now)],
  ];
  return refusals.find(([, refusal]) => refusal === null)?.[0] ?? null;
}
