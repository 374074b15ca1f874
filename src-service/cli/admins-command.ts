import { type Command, Option } from 'commander';
import { type Role, roles } from '#shared/dashboard-api/roles.ts';
import { invitePerson, startReset } from '../dashboard/invitations.ts';
import type { StoreFlags } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import { commandLine } from '../store/base/actor.ts';
import { emailAddress, shortText } from './flags.ts';
import { refuseSecondOrganization } from './refusals.ts';
import { print, withStore } from './with-store.ts';

interface InviteFlags extends StoreFlags {
  readonly organization: string;
  readonly role: Role;
}

const invite = (email: string, { organization, role, ...flags }: InviteFlags): Promise<void> =>
  withStore('admins invite', flags, async (store, now) => {
    const address = await store.people.address();
    if (address === undefined) {
      throw new UserError("The dashboard hasn't run with this data yet. Start the service with --dashboard first.");
    }
    await refuseSecondOrganization(store.people, organization);
    const newInvitation = { email, role, organization, address };
    const { link } = await invitePerson(store, newInvitation, { by: commandLine }, now);
    return print(link);
  });

const reset = (email: string, flags: StoreFlags): Promise<void> =>
  withStore('admins reset-access', flags, async (store, now) => {
    const address = await store.people.address();
    const link = address === undefined ? undefined : await startReset(store, email, address, now);
    if (link === undefined) throw new UserError(`No user of this dashboard has the email address ${email}.`);
    print(link);
  });

export const addAdmins = (program: Command): void => {
  const admins = program.command('admins').description("Manage the dashboard's users.");
  admins
    .command('invite')
    .description('Print an invitation link to an organization; it works once and expires after 24 h.')
    .argument('<email>', 'email address of the user', emailAddress)
    .requiredOption('--organization <name>', "organization; created if it doesn't exist", shortText)
    .addOption(new Option('--role <role>', 'role of the user').choices([...roles]).default('owner'))
    .action(invite);
  admins
    .command('reset-access')
    .description(
      "Remove the user's second factor, passkeys and sessions, and print a link to set a new password; it works once and expires after 24 h.",
    )
    .argument('<email>', 'email address of the user', emailAddress)
    .action(reset);
};
