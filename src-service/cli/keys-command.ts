import type { Command } from 'commander';
import type { KeyScope } from '#shared/migration-api/key-scopes.ts';
import { UserError } from '#shared/user-error.ts';
import { makeApiKey } from '../store/secrets.ts';
import { keyAddresses, keyLifetime, scopes, shortText } from './flags.ts';
import { canContainPassword, refuseSecondOrganization } from './refusals.ts';
import { onStore } from './with-store.ts';

interface CreateFlags {
  readonly description: string;
  readonly organization?: string;
  readonly production?: boolean;
  readonly scopes?: readonly KeyScope[];
  readonly expiresIn?: number;
  readonly allowedIps?: readonly string[];
}

const create = onStore(async ({ store: { keys, people }, author: { by, now } }, flags: CreateFlags) => {
  const { description, organization, production, expiresIn, allowedIps } = flags;
  await refuseSecondOrganization(people, organization);
  const limits = { scopes: flags.scopes, lifetimeMs: expiresIn, addresses: allowedIps };
  const { apiKey, stored } = await makeApiKey(keys, { description, organization, production, ...limits, by }, now);
  return { id: stored.id, apiKey, organizationId: stored.organizationId };
});

const revoke = onStore(async ({ store, author, place }, id: string, { data }: { readonly data?: string }) => {
  if (await store.keys.revoke(id, author)) return;
  const keyName = canContainPassword(id) ? 'such API key' : `API key ${id}`;
  throw new UserError(
    data === undefined
      ? `No ${keyName} in the ${place.name}. Run keys list.`
      : `No ${keyName} in ${data}. Run keys list --data ${data}.`,
  );
});

export const addKeys = (program: Command): void => {
  const keys = program.command('keys').description('Create, list and revoke API keys.');
  keys
    .command('create')
    .description('Create an API key and print it once.')
    .requiredOption('--description <text>', 'what the key is for', shortText)
    .option(
      '--organization <name>',
      "organization of the key, created if it doesn't exist; default: the seeded organization",
      shortText,
    )
    .option('--production', 'create a production key; the default is a test key')
    .option('--scopes <names>', 'scopes of the key; default: read,link', scopes)
    .option('--expires-in <time>', 'time until the key expires, such as 12h or 90d; default: never', keyLifetime)
    .option('--allowed-ips <list>', 'IP addresses and CIDR ranges that may use the key; default: all', keyAddresses)
    .action(create);
  keys
    .command('list')
    .description('Print all keys as JSON, without secrets.')
    .action(onStore(({ store }) => store.keys.list()));
  keys
    .command('revoke')
    .description('Permanently revoke an API key and every token created with it.')
    .argument('<id>', 'ID of the key')
    .action(revoke);
};
