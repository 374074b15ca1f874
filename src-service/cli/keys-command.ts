import type { Command } from 'commander';
import { visibleText } from '#shared/visible-text.ts';
import { choosePlace, type StoreFlags, type StorePlace } from '../store/open-store.ts';
import type { Store } from '../store/store.ts';
import { makeApiKey } from '../secrets.ts';
import { placeOptions, shortText } from './flags.ts';
import { mayHoldPassword, refuseStart } from './refusals.ts';

interface CreateFlags extends StoreFlags {
  readonly description: string;
  readonly organization?: string;
  readonly production?: boolean;
}

/** Descriptions and names are words of others, and JSON escapes some of the controls only. */
const print = (value: unknown): void => {
  process.stdout.write(`${visibleText(JSON.stringify(value))}\n`);
};

type Work = (store: Store, now: number, place: StorePlace) => Promise<void>;

/** Opens the data beside whatever services run on it, and closes it again. */
const withStore = async (command: string, flags: StoreFlags, work: Work): Promise<void> => {
  const chosen = await choosePlace(flags);
  if (chosen === undefined) return refuseStart(`keys ${command} needs --data <folder>.`);
  if (!chosen.ok) return refuseStart(chosen.sentence);
  const { place } = chosen;
  const opened = await place.openExisting();
  if (!opened.ok) return refuseStart(opened.sentence);
  const { store } = opened;
  try {
    await work(store, await store.clock.now(), place);
  } catch (error) {
    refuseStart(`The ${place.name} cannot be changed (${error instanceof Error ? error.message : String(error)}).`);
  } finally {
    await store.close();
  }
};

const create = ({ description, organization, production, ...flags }: CreateFlags): Promise<void> =>
  withStore('create', flags, async ({ keys }, now) => {
    const { apiKey, stored } = await makeApiKey(keys, { description, organization, production }, now);
    print({ id: stored.id, apiKey, organizationId: stored.organizationId });
  });

const list = (flags: StoreFlags): Promise<void> =>
  withStore('list', flags, async ({ keys }) => print(await keys.list()));

const revoke = (id: string, flags: StoreFlags): Promise<void> =>
  withStore('revoke', flags, async ({ keys }, now, place) => {
    if (await keys.revoke(id, now)) return;
    const { data } = flags;
    const wanted = mayHoldPassword(id) ? 'such API key' : `API key ${id}`;
    refuseStart(
      data === undefined
        ? `There is no ${wanted} in the ${place.name}; see keys list.`
        : `There is no ${wanted} in ${data}; see keys list --data ${data}.`,
    );
  });

/** `keys create`, `keys list` and `keys revoke`; they work while services run on the same data. */
export const addKeys = (program: Command): void => {
  const keys = program.command('keys').description('Create, list and revoke API keys.');
  keys
    .command('create')
    .description('Create an API key and print it, this once.')
    .requiredOption('--description <text>', 'what the key is for', shortText)
    .option(
      '--organization <name>',
      'organization of the key, made when there is none; the seeded one without it',
      shortText,
    )
    .option('--production', 'a key with the production prefix')
    .action(create);
  keys.command('list').description('Print all keys as JSON, without secrets.').action(list);
  keys
    .command('revoke')
    .description('Revoke an API key for good; every token made with it ends at once.')
    .argument('<id>', 'id of the key')
    .action(revoke);
  for (const command of keys.commands) {
    for (const option of placeOptions('folder of the data of the service')) command.addOption(option);
  }
};
