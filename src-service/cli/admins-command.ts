import { type Command, Option } from 'commander';
import { type Role, roles } from '#shared/dashboard-api/roles.ts';
import { inviteUser, startReset } from '../dashboard/invitations.ts';
import { UserError } from '#shared/user-error.ts';
import type { Store } from '../store/store.ts';
import { emailAddress, shortText } from './flags.ts';
import { refuseSecondOrganization } from './refusals.ts';
import { onStore, print } from './with-store.ts';

interface InviteFlags {
  readonly organization: string;
  readonly role: Role;
}

/** URL at which the dashboard last ran. */
export const dashboardAddress = async (people: Pick<Store['people'], 'address'>): Promise<string> => {
  const address = await people.address();
  if (address !== undefined) return address;
  throw new UserError("The dashboard hasn't run with this data yet. Start the service with --dashboard first.");
};

const invite = onStore(async ({ store, author }, email: string, { organization, role }: InviteFlags) => {
  const address = await dashboardAddress(store.people);
  await refuseSecondOrganization(store.people, organization);
  return (await inviteUser(store, { email, role, organization, address }, author)).link;
});

const refuseUnknown = (email: string): never => {
  throw new UserError(`No user of this dashboard has the email address ${email}.`);
};

const reset = onStore(async ({ store, now }, email: string) => {
  const address = await store.people.address();
  const link = address === undefined ? undefined : await startReset(store, email, address, now);
  return link ?? refuseUnknown(email);
});

const grant = onStore(async ({ store: { people }, now }, email: string) =>
  (await people.instanceAdmins.grant(email, now)) ? { email, instanceAdmin: true } : refuseUnknown(email),
);

const revoke = onStore(async ({ store, now }, email: string) => {
  const { instanceAdmins } = store.people;
  if (!(await instanceAdmins.revoke(email, now)))
    throw new UserError(`No instance administrator has the email address ${email}. Run admins list.`);
  print({ email, instanceAdmin: false });
  if ((await instanceAdmins.list()).length === 0) {
    const sentence = 'No instance administrator is left. Only the command line can manage organizations now.';
    process.stderr.write(`${sentence}\n`);
  }
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
  admins
    .command('list')
    .description('Print the instance administrators as JSON.')
    .action(onStore(({ store }) => store.people.instanceAdmins.list()));
};
