import type { Command } from 'commander';
import type { KeyScope } from '#shared/migration-api/key-scopes.ts';
import type { StoreFlags } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import { commandLine as by } from '../store/base/actor.ts';
import { makeApiKey } from '../store/secrets.ts';
import { keyAddresses, keyLifetime, scopes, shortText } from './flags.ts';
import { canContainPassword, refuseSecondOrganization } from './refusals.ts';
import { print, withStore } from './with-store.ts';

interface CreateFlags extends StoreFlags {
  readonly description: string;
  readonly organization?: string;
  readonly production?: boolean;
  readonly scopes?: readonly KeyScope[];
  readonly expiresIn?: number;
  readonly allowedIps?: readonly string[];
}

const create = (flags: CreateFlags): Promise<void> => {
  const { description, organization, production, scopes: wanted, expiresIn, allowedIps } = flags;
  return withStore('keys create', flags, async ({ keys, people }, now) => {
    await refuseSecondOrganization(people, organization);
    const limits = { scopes: wanted, lifetimeMs: expiresIn, addresses: allowedIps };
    const { apiKey, stored } = await makeApiKey(keys, { description, organization, production, ...limits, by }, now);
    print({ id: stored.id, apiKey, organizationId: stored.organizationId });
  });
};

const list = (flags: StoreFlags): Promise<void> =>
  withStore('keys list', flags, async ({ keys }) => print(await keys.list()));

const revoke = (id: string, flags: StoreFlags): Promise<void> =>
  withStore('keys revoke', flags, async ({ keys }, now, place) => {
    if (await keys.revoke(id, { by, now })) return;
    const { data } = flags;
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
  keys.command('list').description('Print all keys as JSON, without secrets.').action(list);
  keys
    .command('revoke')
    .description('Permanently revoke an API key and every token created with it.')
    .argument('<id>', 'ID of the key')
    .action(revoke);
};
