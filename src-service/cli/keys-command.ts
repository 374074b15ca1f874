import { resolve } from 'node:path';
import type { Command } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { openStoreForKeys } from '../store/sqlite/sqlite-store.ts';
import type { Store } from '../store/store.ts';
import { makeApiKey } from '../secrets.ts';
import { folderPath, shortText } from './flags.ts';
import { refuseStart } from './refusals.ts';

interface KeysFlags {
  readonly data: string;
}

interface CreateFlags extends KeysFlags {
  readonly description: string;
  readonly organization?: string;
  readonly production?: boolean;
}

/** Descriptions and names are words of others, and JSON escapes some of the controls only. */
const print = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

/** Opens the folder beside whatever service runs on it, and closes it again. */
const withStore = async (folder: string, work: (store: Store, now: number) => Promise<void>): Promise<void> => {
  const opened = openStoreForKeys(resolve(folder));
  if (!opened.ok) return refuseStart(opened.sentence);
  const { store } = opened;
  try {
    await work(store, Date.now());
  } catch (error) {
    refuseStart(`The data in ${folder} cannot be changed (${error instanceof Error ? error.message : String(error)}).`);
  } finally {
    await store.close();
  }
};

const create = ({ data, ...wanted }: CreateFlags): Promise<void> =>
  withStore(data, async ({ keys }, now) => {
    const { apiKey, stored } = await makeApiKey(keys, wanted, now);
    print({ id: stored.id, apiKey, organizationId: stored.organizationId });
  });

const list = ({ data }: KeysFlags): Promise<void> => withStore(data, async ({ keys }) => print(await keys.list()));

const revoke = (id: string, { data }: KeysFlags): Promise<void> =>
  withStore(data, async ({ keys }, now) => {
    if (!(await keys.revoke(id, now)))
      refuseStart(`There is no API key ${id} in ${data}; see keys list --data ${data}.`);
  });

/** `keys create`, `keys list` and `keys revoke`; they work while a service runs on the same folder. */
export const addKeys = (program: Command): void => {
  const folder = ['--data <folder>', 'folder of the data of the service', folderPath] as const;
  const keys = program.command('keys').description('Create, list and revoke API keys.');
  keys
    .command('create')
    .description('Create an API key and print it, this once.')
    .requiredOption(...folder)
    .requiredOption('--description <text>', 'what the key is for', shortText)
    .option(
      '--organization <name>',
      'organization of the key, made when there is none; the seeded one without it',
      shortText,
    )
    .option('--production', 'a key with the production prefix')
    .action(create);
  keys
    .command('list')
    .description('Print all keys as JSON, without secrets.')
    .requiredOption(...folder)
    .action(list);
  keys
    .command('revoke')
    .description('Revoke an API key for good; every token made with it ends at once.')
    .argument('<id>', 'id of the key')
    .requiredOption(...folder)
    .action(revoke);
};
