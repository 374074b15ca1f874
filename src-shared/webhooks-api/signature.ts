/**
 * Standard Webhooks signatures (version 1.0.0, "Signature scheme"): `v1` is HMAC-SHA256 over `id.timestamp.body` with the
 * secret's bytes. The caller passes its platform's HMAC function, so that service and console can share this file.
 */

/** Prefix of a secret. The rest is the key in base64. */
export const secretPrefix = 'whsec_';

export const signatureVersion = 'v1';

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** Maximum difference between the timestamp and the receiver's clock, in seconds. */
export const toleranceSeconds = 300;

interface SignedMessage {
  readonly id: string;
  readonly timestamp: number | string;
  readonly body: string | Uint8Array;
}

/** Returns the signed part before the body: `id.timestamp.` */
export const signedHead = ({ id, timestamp }: Omit<SignedMessage, 'body'>): string => `${id}.${timestamp}.`;

/** Computes the HMAC-SHA256 of the concatenated pieces. The key and the result are in base64. */
export type HmacSha256 = (keyInBase64: string, pieces: readonly (string | Uint8Array)[]) => string;

/** Returns a secret in the receivers' format from random base64 bytes (the standard allows 24 to 64 bytes). */
export const webhookSecret = (bytesInBase64: string): string => `${secretPrefix}${bytesInBase64}`;

/** Returns a secret's key in base64. The standard allows the prefix to be missing. */
const keyOfSecret = (secret: string): string =>
  secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;

const signMessage = (hmac: HmacSha256, secret: string, message: SignedMessage): string =>
  `${signatureVersion},${hmac(keyOfSecret(secret), [signedHead(message), message.body])}`;

/** Returns the three webhook headers. Several secrets, as during a rotation's overlap, produce one signature each. */
export const signatureHeaders = (
  hmac: HmacSha256,
  secrets: readonly string[],
  message: SignedMessage,
): Readonly<Record<string, string>> => ({
  [webhookHeaders.id]: message.id,
  [webhookHeaders.timestamp]: String(message.timestamp),
  [webhookHeaders.signature]: secrets.map((secret) => signMessage(hmac, secret, message)).join(' '),
});
