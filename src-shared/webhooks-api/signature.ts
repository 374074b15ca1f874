/**
 * Standard Webhooks signatures (version 1.0.0, "Signature scheme"): `v1` is HMAC-SHA256 over `id.timestamp.body` with
 * the bytes of the secret. The caller passes its platform's HMAC, so that service and console share this file.
 */

/** How a secret begins; base64 of the key's bytes follows. */
export const secretPrefix = 'whsec_';

export const signatureVersion = 'v1';

export const webhookHeaders = {
  id: 'webhook-id',
  timestamp: 'webhook-timestamp',
  signature: 'webhook-signature',
} as const;

/** How far the timestamp may be from a receiver's clock, in s. */
export const toleranceSeconds = 300;

interface SignedMessage {
  readonly id: string;
  /** Seconds since 1970, as the header has them. */
  readonly timestamp: number | string;
  readonly body: string | Uint8Array;
}

export const signedHead = ({ id, timestamp }: Omit<SignedMessage, 'body'>): string => `${id}.${timestamp}.`;

/** HMAC-SHA256 in base64 of pieces, one after the other, by a key in base64. */
export type HmacSha256 = (keyInBase64: string, pieces: readonly (string | Uint8Array)[]) => string;

/** A secret as receivers know it, of random bytes in base64 (24 to 64 bytes by the standard). */
export const webhookSecret = (bytesInBase64: string): string => `${secretPrefix}${bytesInBase64}`;

/** The key of a secret in base64; the prefix may be missing, as it may by the standard. */
const keyOfSecret = (secret: string): string =>
  secret.startsWith(secretPrefix) ? secret.slice(secretPrefix.length) : secret;

/** One signature, such as `v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=`. */
const signMessage = (hmac: HmacSha256, secret: string, message: SignedMessage): string =>
  `${signatureVersion},${hmac(keyOfSecret(secret), [signedHead(message), message.body])}`;

/** The three headers; of several secrets, as while a rotation's overlap lasts, each gives a signature. */
export const signatureHeaders = (
  hmac: HmacSha256,
  secrets: readonly string[],
  message: SignedMessage,
): Readonly<Record<string, string>> => ({
  [webhookHeaders.id]: message.id,
  [webhookHeaders.timestamp]: String(message.timestamp),
  [webhookHeaders.signature]: secrets.map((secret) => signMessage(hmac, secret, message)).join(' '),
});
