import type { Command } from 'commander';
import type { MigrationStatus } from '#shared/migration-api/migration-status.ts';
import { newEndpointSchema } from '#shared/webhooks-api/endpoints.ts';
import { UserError } from '#shared/user-error.ts';
import { guardUrl } from '../webhooks/address-guard.ts';
import { newWebhookSecret } from '../webhooks/webhook-secrets.ts';
import { refuseValue, shortText, wholeNumber } from './flags.ts';
import { addOrganizationOption, onOrganization, onStore } from './with-store.ts';

interface AddFlags {
  readonly description?: string;
  readonly statuses?: MigrationStatus[];
  readonly webhooksAllowLoopback?: boolean;
}

interface DeliveriesFlags {
  readonly endpoint?: string;
  readonly limit: number;
}

const statusList = (text: string): MigrationStatus[] => {
  const names = text.split(',').map((name) => name.trim());
  return (
    newEndpointSchema.shape.statuses.safeParse(names).data ?? refuseValue('a list of statuses such as FAILED,COMPLETE')
  );
};

const refuseUnknown = (): never => {
  throw new UserError('There is no endpoint with this ID. Run webhooks list.');
};

const add = onOrganization(async ({ store, organization, author }, url: string, flags: AddFlags) => {
  const { description = '', statuses = null, webhooksAllowLoopback: allowLoopback = false } = flags;
  const endpointResult = newEndpointSchema.safeParse({ url, description });
  const checkedUrl = guardUrl(url, { allowLoopback });
  if (typeof checkedUrl === 'string') throw new UserError(`The URL isn't allowed: ${checkedUrl}`);
  if (!endpointResult.success)
    throw new UserError(endpointResult.error.issues[0]?.message ?? "The endpoint isn't valid.");
  const secret = newWebhookSecret();
  const endpoint = { ...endpointResult.data, url: checkedUrl.href, statuses, secret };
  const createResult = await store.webhooks.add(organization, endpoint, author);
  if (createResult === undefined) {
    throw new UserError('The organization has the maximum number of endpoints. Remove one first; see webhooks list.');
  }
  return { id: createResult.id, secret };
});

const remove = onStore(async ({ store: { webhooks }, author }, id: string) => {
  const endpoint = await webhooks.find(id);
  if (endpoint === undefined || !(await webhooks.remove(endpoint.organization, id, author))) refuseUnknown();
});

const rotate = onStore(async ({ store: { webhooks }, author }, id: string) => {
  const endpoint = await webhooks.find(id);
  const secret = newWebhookSecret();
  const validUntil = endpoint && (await webhooks.rotate(endpoint.organization, id, secret, author));
  return validUntil === undefined ? refuseUnknown() : { secret, previousSecretUntil: validUntil };
});

const deliveries = onOrganization(
  async ({ store, organization }, { endpoint, limit }: DeliveriesFlags) =>
    (await store.webhooks.deliveries(organization, { endpoint, limit })).results,
);

export const addWebhooks = (program: Command): void => {
  const webhooks = program.command('webhooks').description('Manage webhook endpoints, which receive status changes.');
  const organizationCommands = [
    webhooks
      .command('add')
      .description('Add an endpoint and print its secret once.')
      .argument('<url>', 'https URL that receives the deliveries')
      .option('--description <text>', 'what the endpoint is for', shortText)
      .option('--statuses <names>', 'statuses to send, separated by commas; default: all', statusList)
      .option('--webhooks-allow-loopback', 'allow an address on this device, if the service also has this flag')
      .action(add),
    webhooks
      .command('list')
      .description('Print the endpoints as JSON, without secrets.')
      .action(onOrganization(({ store, organization, now }) => store.webhooks.list(organization, now))),
    webhooks
      .command('deliveries')
      .description('Print the newest deliveries with their attempts as JSON.')
      .option('--endpoint <id>', 'only deliveries of this endpoint', shortText)
      .option('--limit <count>', 'number of deliveries', wholeNumber(1, 100), 25)
      .action(deliveries),
  ];
  organizationCommands.forEach(addOrganizationOption);
  webhooks
    .command('remove')
    .description('Remove an endpoint and its deliveries.')
    .argument('<id>', 'ID of the endpoint')
    .action(remove);
  webhooks
    .command('rotate')
    .description('Create a new secret for an endpoint and print it once; the previous secret stays valid for 24 hours.')
    .argument('<id>', 'ID of the endpoint')
    .action(rotate);
};
