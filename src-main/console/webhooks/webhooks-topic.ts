import { succeed } from '#shared/app-error.ts';
import { secretPrefix } from '#shared/webhooks-api/signature.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { createServiceWebhooks } from './service-webhooks.ts';
import { checkSignature } from './signature/check-signature.ts';
import { readSecret } from './signature/read-signature.ts';
import { createWebhooksClient, type WebhooksClientPorts } from './webhooks-client.ts';

export function createWebhooksTopic(topic: WebhooksClientPorts) {
  const { clock, redactor } = topic.ports;
  /**
   * Redacts the secret everywhere, with and without its prefix. Doesn't register the secret as a key: keys are also
   * removed from the page's arguments, and the page sends this secret with each change.
   */
  const learnSecret = (given: string): void => {
    const secret = given.trim();
    // Called on each keystroke. Incomplete secrets aren't registered, so that they don't displace real secrets.
    if (readSecret(secret).fault !== null) return;
    redactor.learn(secret);
    if (secret.startsWith(secretPrefix)) redactor.learn(secret.slice(secretPrefix.length));
  };
  return {
    handlers: {
      ...createServiceWebhooks({ client: createWebhooksClient(topic), profiles: topic.profiles, learnSecret }),
      checkSignature: async (args, { signal }) => {
        learnSecret(args.secret);
        learnSecret(args.otherSecret);
        return succeed(await checkSignature(args, { now: clock.now().getTime(), events: [], keys: [], signal }));
      },
    } satisfies ConsoleHandlers['webhooks'],
  };
}
