import { createHmac, randomBytes } from 'node:crypto';
import { type HmacSha256, webhookSecret } from '#shared/webhooks-api/signature.ts';

export const hmacSha256: HmacSha256 = (key, pieces) => {
  const hmac = createHmac('sha256', Buffer.from(key, 'base64'));
  for (const piece of pieces) hmac.update(piece);
  return hmac.digest('base64');
};

/** Creates a secret of 256 random bits. The Standard Webhooks specification requires 192 to 512. */
export const newWebhookSecret = (): string => webhookSecret(randomBytes(32).toString('base64'));
