import { type Outcome } from '#shared/app-error.ts';
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
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { WebhooksClient } from './webhooks-client.ts';

interface ServiceWebhooksPorts {
  readonly client: WebhooksClient;
  readonly profiles: Pick<Profiles, 'checkCreates'>;
  readonly learnSecret: (secret: string) => void;
}

type Handlers = Omit<ConsoleHandlers['webhooks'], 'checkSignature'>;

const pathOf = (kind: 'endpoints' | 'deliveries', id: string, verb?: 'rotate' | 'test' | 'replay'): string =>
  [kind, encodeURIComponent(id), ...(verb === undefined ? [] : [verb])].join('/');

export function createServiceWebhooks({ client, profiles, learnSecret }: ServiceWebhooksPorts): Handlers {
  const { ask, tell } = client;
  /** Runs a change unless the profile is read-only. For production, `confirmed` must be true. */
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
    endpoints: (_args, { signal }) => ask({ method: 'GET', path: 'endpoints' }, endpointViewsSchema, signal),
    addEndpoint: ({ confirmed, ...body }, { signal }) =>
      change(confirmed, async () =>
        learn(await ask({ method: 'POST', path: 'endpoints', body }, newEndpointViewSchema, signal)),
      ),
    changeEndpoint: ({ id, confirmed, ...body }, { signal }) =>
      change(confirmed, () =>
        ask({ method: 'PATCH', path: pathOf('endpoints', id), body }, endpointViewSchema, signal),
      ),
    removeEndpoint: ({ id, confirmed }, { signal }) =>
      change(confirmed, () => tell({ method: 'DELETE', path: pathOf('endpoints', id) }, signal)),
    rotateSecret: ({ id, confirmed }, { signal }) =>
      change(confirmed, async () =>
        learn(await ask({ method: 'POST', path: pathOf('endpoints', id, 'rotate') }, newSecretSchema, signal)),
      ),
    testEndpoint: ({ id, confirmed }, { signal }) =>
      change(confirmed, () =>
        ask({ method: 'POST', path: pathOf('endpoints', id, 'test') }, deliveryViewSchema, signal),
      ),
    deliveries: (filter, { signal }) => {
      const filterEntries = Object.entries(filter).filter(([, value]) => value !== null);
      const query = new URLSearchParams(filterEntries.map(([name, value]) => [name, String(value)]));
      return ask({ method: 'GET', path: `deliveries?${query}` }, deliveryViewsSchema, signal);
    },
    delivery: ({ id }, { signal }) =>
      ask({ method: 'GET', path: pathOf('deliveries', id) }, wholeDeliverySchema, signal),
    replayDelivery: ({ id, confirmed }, { signal }) =>
      change(confirmed, () =>
        ask({ method: 'POST', path: pathOf('deliveries', id, 'replay') }, deliveryViewSchema, signal),
      ),
    replayFailed: ({ endpoint, since, confirmed }, { signal }) =>
      change(confirmed, () =>
        ask(
          { method: 'POST', path: pathOf('endpoints', endpoint, 'replay'), body: { since } },
          replayedViewSchema,
          signal,
        ),
      ),
  };
}
