import { type Command, Option } from 'commander';
import { type Role, roles } from '#shared/dashboard-api/roles.ts';
import { invitePerson, startReset } from '../dashboard/invitations.ts';
import type { StoreFlags } from '../open-store.ts';
import { commandLine } from '../store/actor.ts';
import { emailAddress, placeOptions, shortText } from './flags.ts';
import { refuseSecondOrganization, refuseStart } from './refusals.ts';
import { print, withStore } from './with-store.ts';

interface InviteFlags extends StoreFlags {
  readonly organization: string;
  readonly role: Role;
}

const invite = (email: string, { organization, role, ...flags }: InviteFlags): Promise<void> =>
  withStore('admins invite', flags, async (store, now) => {
    const address = await store.people.address();
    if (address === undefined) {
      return refuseStart('No service has served the dashboard of this data yet; start one with --dashboard first.');
    }
    const refusal = await refuseSecondOrganization(store.people, organization);
    if (refusal !== undefined) return refuseStart(refusal);
    const wanted = { email, role, organization, address };
    const { link } = await invitePerson(store, wanted, { by: commandLine }, now);
    return print(link);
  });

const reset = (email: string, flags: StoreFlags): Promise<void> =>
  withStore('admins reset-access', flags, async (store, now) => {
    const address = await store.people.address();
    const link = address === undefined ? undefined : await startReset(store, email, address, now);
    return link === undefined
      ? refuseStart(`Nobody with the email address ${email} uses this dashboard.`)
      : print(link);
  });

export const addAdmins = (program: Command): void => {
  const admins = program.command('admins').description('People who may use the dashboard.');
  const command = admins
    .command('invite')
    .description('Print a link that lets a person into an organization, once and within 24 h.')
    .argument('<email>', 'email address of the person', emailAddress)
    .requiredOption('--organization <name>', 'organization, made when there is none of this name', shortText)
    .addOption(new Option('--role <role>', 'what the person may do').choices([...roles]).default('owner'))
    .action(invite);
  const resetCommand = admins
    .command('reset-access')
    .description(
      'Print a link that sets a new password, once and within 24 h, and removes second factor, passkeys and sessions.',
    )
    .argument('<email>', 'email address of the person', emailAddress)
    .action(reset);
  for (const one of [command, resetCommand]) {
    for (const option of placeOptions('folder of the data of the service')) one.addOption(option);
  }
};
