import { type Command, InvalidArgumentError } from 'commander';
import { erasedUserIdSchema } from '#shared/erasure-api/erase-user.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import type { StoreFlags } from '../open-store.ts';
import { commandLine } from '../store/base/actor.ts';
import { shortText } from './flags.ts';
import { organizationOf, print, withStore } from './with-store.ts';

interface EraseFlags extends StoreFlags {
  readonly organization?: string;
}

const userId = (text: string): string => {
  const result = erasedUserIdSchema.safeParse(text);
  if (result.success) return result.data;
  throw new InvalidArgumentError('It must be the ID of an end user, with 1 to 254 characters.');
};

const erase = (id: string, { organization, ...flags }: EraseFlags): Promise<void> =>
  withStore('users erase', flags, async (store) => {
    print(await eraseUser(store, await organizationOf(store, organization), id, { by: commandLine }));
  });

export const addUsers = (program: Command): void => {
  program
    .command('users')
    .description("Erase end users' data.")
    .command('erase')
    .description(
      "Replace an end user's ID everywhere, delete the user's item results, and end the user's migrations in progress.",
    )
    .argument('<user_id>', 'ID of the end user', userId)
    .option('--organization <name>', 'organization; default: the seeded organization', shortText)
    .action(erase);
};
