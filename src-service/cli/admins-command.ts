import { type Command, Option } from 'commander';
import { type Role, roles } from '#shared/dashboard-api/roles.ts';
import { inviteUser, startReset } from '../dashboard/invitations.ts';
import type { StoreFlags } from '../open-store.ts';
import { UserError } from '#shared/user-error.ts';
import { commandLine } from '../store/base/actor.ts';
import type { Store } from '../store/store.ts';
import { emailAddress, shortText } from './flags.ts';
import { refuseSecondOrganization } from './refusals.ts';
import { print, withStore } from './with-store.ts';

interface InviteFlags extends StoreFlags {
  readonly organization: string;
  readonly role: Role;
}

/** URL at which the dashboard last ran. */
export const dashboardAddress = async (people: Pick<Store['people'], 'address'>): Promise<string> => {
  const address = await people.address();
  if (address !== undefined) return address;
  throw new UserError("The dashboard hasn't run with this data yet. Start the service with --dashboard first.");
};

const invite = (email: string, { organization, role, ...flags }: InviteFlags): Promise<void> =>
  withStore('admins invite', flags, async (store, now) => {
    const address = await dashboardAddress(store.people);
    await refuseSecondOrganization(store.people, organization);
    const newInvitation = { email, role, organization, address };
    const { link } = await inviteUser(store, newInvitation, { by: commandLine, now });
    return print(link);
  });

const refuseUnknown = (email: string): never => {
  throw new UserError(`No user of this dashboard has the email address ${email}.`);
};

const reset = (email: string, flags: StoreFlags): Promise<void> =>
  withStore('admins reset-access', flags, async (store, now) => {
    const address = await store.people.address();
    const link = address === undefined ? undefined : await startReset(store, email, address, now);
    if (link === undefined) return refuseUnknown(email);
    return print(link);
  });

const grant = (email: string, flags: StoreFlags): Promise<void> =>
  withStore('admins grant', flags, async ({ people }, now) => {
    if (!(await people.instanceAdmins.grant(email, now))) return refuseUnknown(email);
    return print({ email, instanceAdmin: true });
  });

const revoke = (email: string, flags: StoreFlags): Promise<void> =>
  withStore('admins revoke', flags, async ({ people: { instanceAdmins } }, now) => {
    if (!(await instanceAdmins.revoke(email, now)))
      throw new UserError(`No instance administrator has the email address ${email}. Run admins list.`);
    print({ email, instanceAdmin: false });
    if ((await instanceAdmins.list()).length > 0) return;
    const sentence = 'No instance administrator is left. Only the command line can manage organizations now.';
    process.stderr.write(`${sentence}\n`);
  });

const list = (flags: StoreFlags): Promise<void> =>
  withStore('admins list', flags, async ({ people }) => print(await people.instanceAdmins.list()));

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
  admins
    .command('grant')
    .description('Make a user an instance administrator, who manages all organizations in the dashboard.')
    .argument('<email>', 'email address of the user', emailAddress)
    .action(grant);
  admins
    .command('revoke')
    .description(
      "Remove a user's instance administrator role. The account stays if the user belongs to an organization.",
    )
    .argument('<email>', 'email address of the user', emailAddress)
    .action(revoke);
  admins.command('list').description('Print the instance administrators as JSON.').action(list);
};
