import type { z } from 'zod';
import { andThen, mapOutcome, type Outcome, succeed } from '#shared/app-error.ts';
import {
  deliveryViewSchema,
  deliveryViewsSchema,
  endpointViewSchema,
  endpointViewsSchema,
  newEndpointViewSchema,
  newSecretSchema,
  replayedViewSchema,
  wholeDeliverySchema,
} from '#shared/console-contract/webhooks-calls.ts';
import { secretPrefix } from '#shared/webhooks-api/signature.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { judgeText } from '../api-client/judge-reply.ts';
import type { ServiceRequest } from '../api-client/service-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import { checkSignature } from './signature/check-signature.ts';
import { readSecret } from './signature/read-signature.ts';

const pathOf = (...parts: readonly string[]): string => `/webhooks/v1/${parts.map(encodeURIComponent).join('/')}`;
const explain = (field: string): string => `${field || 'The response'} isn't in Ferry's format.`;

export function createWebhooksTopic({ ports, profiles, api }: BaseTopics) {
  const { clock, redactor } = ports;
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
  const ask = <Value>(request: ServiceRequest, schema: z.ZodType<Value>, signal: AbortSignal) =>
    andThen(profiles.access(), (access) => api.read(access, request, schema, signal, { explain }));
  const post = <Value>(path: string, schema: z.ZodType<Value>, signal: AbortSignal, body?: unknown) =>
    ask({ method: 'POST', path, body }, schema, signal);
  /** Runs a change unless the profile is read-only. In production, `confirmed` must be true. */
  const change = async <Value>(confirmed: boolean, run: () => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    // Nothing may run between the check and `run`, because the profile could change.
    const permission = profiles.checkCreates(confirmed);
    return permission.ok ? run() : permission;
  };
  const learn = <Value extends { readonly secret: string }>(created: Outcome<Value>): Outcome<Value> => {
    if (created.ok) learnSecret(created.value.secret);
    return created;
  };

  return {
    handlers: {
      endpoints: (_args, { signal }) => ask({ method: 'GET', path: pathOf('endpoints') }, endpointViewsSchema, signal),
      addEndpoint: ({ confirmed, ...body }, { signal }) =>
        change(confirmed, async () => learn(await post(pathOf('endpoints'), newEndpointViewSchema, signal, body))),
      changeEndpoint: ({ id, confirmed, ...body }, { signal }) =>
        change(confirmed, () =>
          ask({ method: 'PATCH', path: pathOf('endpoints', id), body }, endpointViewSchema, signal),
        ),
      removeEndpoint: ({ id, confirmed }, { signal }) =>
        change(confirmed, () => {
          const request = { method: 'DELETE', path: pathOf('endpoints', id) } as const;
          const reply = andThen(profiles.access(), (access) => api.send(access, request, signal, judgeText));
          return mapOutcome(reply, () => ({}));
        }),
      rotateSecret: ({ id, confirmed }, { signal }) =>
        change(confirmed, async () => learn(await post(pathOf('endpoints', id, 'rotate'), newSecretSchema, signal))),
      testEndpoint: ({ id, confirmed }, { signal }) =>
        change(confirmed, () => post(pathOf('endpoints', id, 'test'), deliveryViewSchema, signal)),
      deliveries: (filter, { signal }) => {
        const filterEntries = Object.entries(filter).filter(([, value]) => value !== null);
        const query = new URLSearchParams(filterEntries.map(([name, value]) => [name, String(value)]));
        return ask({ method: 'GET', path: `${pathOf('deliveries')}?${query}` }, deliveryViewsSchema, signal);
      },
      delivery: ({ id }, { signal }) =>
        ask({ method: 'GET', path: pathOf('deliveries', id) }, wholeDeliverySchema, signal),
      replayDelivery: ({ id, confirmed }, { signal }) =>
        change(confirmed, () => post(pathOf('deliveries', id, 'replay'), deliveryViewSchema, signal)),
      replayFailed: ({ endpoint, since, confirmed }, { signal }) =>
        change(confirmed, () => post(pathOf('endpoints', endpoint, 'replay'), replayedViewSchema, signal, { since })),
      checkSignature: async (args, { signal }) => {
        learnSecret(args.secret);
        learnSecret(args.otherSecret);
        return succeed(await checkSignature(args, { now: clock.now().getTime(), signal }));
      },
    } satisfies ConsoleHandlers['webhooks'],
  };
}
