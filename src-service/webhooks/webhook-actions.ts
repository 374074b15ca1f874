import type { z } from 'zod';
import type { deliveryQuerySchema } from '#shared/webhooks-api/deliveries.ts';
import { type endpointChangesSchema, maxEndpoints, type newEndpointSchema } from '#shared/webhooks-api/endpoints.ts';
import { refuse } from '../http/refusal.ts';
import type { Store } from '../store/store.ts';
import type { ChangeAuthor } from '../store/base/actor.ts';
import { type AddressRules, guardUrl } from './address-guard.ts';
import { newWebhookSecret } from './webhook-secrets.ts';

const unknownEndpoint = (): never => refuse(404, 'There is no endpoint with this ID.');
const unknownDelivery = (): never => refuse(404, 'There is no delivery with this ID.');
const refuseDisabled = (): never => refuse(409, 'The endpoint is disabled. Enable it first ("disabled": false).');
const refuseTooMany = (): never =>
  refuse(409, `The organization has the maximum of ${maxEndpoints} endpoints. Remove one first.`);

const clockOf = async (clock: Store['clock'], organization: number): Promise<string> =>
  new Date(await clock.now(organization)).toISOString();

const doneOrRefuse = <Done extends object | number>(done: Done | 'unknown' | 'disabled', unknown: () => never): Done =>
  done === 'unknown' ? unknown() : done === 'disabled' ? refuseDisabled() : done;

const checkUrl = (text: string, rules: AddressRules): string => {
  const url = guardUrl(text, rules);
  return typeof url === 'string' ? refuse(400, url) : url.href;
};

export const createWebhookActions = ({ webhooks, clock }: Pick<Store, 'webhooks' | 'clock'>, rules: AddressRules) => ({
  list: async (organization: number) => {
    const results = await webhooks.list(organization, await clock.now());
    return { results: [...results], now: await clockOf(clock, organization) };
  },
  deliveries: async (organization: number, filter: z.output<typeof deliveryQuerySchema>) => {
    const { results, next } = await webhooks.deliveries(organization, filter);
    const now = await clockOf(clock, organization);
    return { results: [...results], next: next === null ? null : String(next), now };
  },
  delivery: async (organization: number, id: string) =>
    (await webhooks.delivery(organization, id)) ?? unknownDelivery(),
  add: async (organization: number, wanted: z.output<typeof newEndpointSchema>, by: ChangeAuthor) => {
    const url = checkUrl(wanted.url, rules);
    const secret = newWebhookSecret();
    const newEndpoint = await webhooks.add(organization, { ...wanted, url, secret }, by);
    return newEndpoint === undefined ? refuseTooMany() : { ...newEndpoint, secret };
  },
  change: async (
    organization: number,
    id: string,
    changes: z.output<typeof endpointChangesSchema>,
    by: ChangeAuthor,
  ) => {
    const endpointChanges = { ...changes, ...(changes.url !== undefined && { url: checkUrl(changes.url, rules) }) };
    return (await webhooks.change(organization, id, endpointChanges, by)) ?? unknownEndpoint();
  },
  remove: async (organization: number, id: string, by: ChangeAuthor) =>
    (await webhooks.remove(organization, id, by)) ? {} : unknownEndpoint(),
  rotate: async (organization: number, id: string, by: ChangeAuthor) => {
    const secret = newWebhookSecret();
    const until = await webhooks.rotate(organization, id, secret, by);
    return until === undefined ? unknownEndpoint() : { secret, previous_secret_until: until };
  },
  test: async (organization: number, id: string, by: ChangeAuthor) =>
    doneOrRefuse(await webhooks.test(organization, id, by), unknownEndpoint),
  replay: async (organization: number, id: string, by: ChangeAuthor) =>
    doneOrRefuse(await webhooks.replay(organization, id, by), unknownDelivery),
  /** @param since ISO 8601 */
  replaySince: async (organization: number, id: string, since: string, by: ChangeAuthor) => {
    const replayed = await webhooks.replaySince(organization, id, Date.parse(since), by);
    return { replayed: doneOrRefuse(replayed, unknownEndpoint) };
  },
});

export type WebhookActions = ReturnType<typeof createWebhookActions>;
