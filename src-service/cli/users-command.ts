import type { Command } from 'commander';
import { erasedUserIdSchema } from '#shared/erasure-api/erase-user.ts';
import { eraseUser } from '../erasure/erase-user.ts';
import { refuseValue } from './flags.ts';
import { addOrganizationOption, onOrganization } from './with-store.ts';

const userId = (text: string): string =>
  erasedUserIdSchema.safeParse(text).data ?? refuseValue('the ID of an end user, with 1 to 254 characters');

export const addUsers = (program: Command): void => {
  const eraseCommand = program
    .command('users')
    .description("Erase end users' data.")
    .command('erase')
    .description(
      "Replace an end user's ID everywhere, delete the user's item results, and end the user's migrations in progress.",
    )
    .argument('<user_id>', 'ID of the end user', userId)
    .action(
      onOrganization(({ store, organization, author }, id: string) => eraseUser(store, organization, id, author)),
    );
  addOrganizationOption(eraseCommand);
};
