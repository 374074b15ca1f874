import type { Command } from 'commander';
import { UserError } from '#shared/user-error.ts';
import { Refusal } from '../http/refusal.ts';
import { manageOrganizations } from '../dashboard/manage-organizations.ts';
import type { StoreFlags } from '../open-store.ts';
import { commandLine as by } from '../store/base/actor.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';
import { dashboardAddress } from './admins-command.ts';
import { emailAddress, shortText } from './flags.ts';
import { print, withStore } from './with-store.ts';

const list = ({ search = '', ...flags }: StoreFlags & { readonly search?: string }): Promise<void> =>
  withStore('organizations list', flags, async ({ people }) => {
    const { organizations } = await people.organizations.list(search, 1, Number.MAX_SAFE_INTEGER);
    print(organizations.map(({ number: _number, ...organization }) => organization));
  });

type Manage = ReturnType<typeof manageOrganizations>;

/** Prints the result of a change, or the message that says why the change is refused. */
const change = (
  command: string,
  flags: StoreFlags,
  apply: (manage: Manage, store: Store) => Promise<object>,
): Promise<void> =>
  withStore(`organizations ${command}`, flags, async (store, now) => {
    try {
      print(await apply(manageOrganizations(store, { by, now }), store));
    } catch (error) {
      throw error instanceof Refusal ? new UserError(error.message) : error;
    }
  });

const create = (name: string, { owner, ...flags }: StoreFlags & { readonly owner?: string }): Promise<void> =>
  change('create', flags, async (manage, { people }) => {
    if (owner === undefined) return { id: (await manage.create(name)).id, name };
    const { link, ...created } = await manage.create(name, { email: owner, address: await dashboardAddress(people) });
    return { ...created, ...link };
  });

/** Changes the organization with this name or ID. */
const changeNamed = (
  command: string,
  idOrName: string,
  flags: StoreFlags,
  apply: (manage: Manage, organization: ManagedOrganization) => Promise<object>,
): Promise<void> =>
  change(command, flags, async (manage, { people }) => {
    const organization = await people.organizations.find(idOrName);
    if (organization === undefined)
      throw new UserError(`The organization ${JSON.stringify(idOrName)} doesn't exist. Run organizations list.`);
    const { id, name } = organization;
    return { id, name, ...(await apply(manage, organization)) };
  });

const rename = (idOrName: string, name: string, flags: StoreFlags): Promise<void> =>
  changeNamed('rename', idOrName, flags, async (manage, organization) => {
    await manage.rename(organization, name);
    return { name };
  });

const suspend = (
  idOrName: string,
  { reason = '', ...flags }: StoreFlags & { readonly reason?: string },
): Promise<void> =>
  changeNamed('suspend', idOrName, flags, async (manage, organization) => {
    await manage.suspend(organization, reason);
    return { suspended: true };
  });

const resume = (idOrName: string, flags: StoreFlags): Promise<void> =>
  changeNamed('resume', idOrName, flags, async (manage, organization) => {
    if (organization.suspended !== null) await manage.resume(organization);
    return { suspended: false };
  });

const remove = (idOrName: string, { yes, ...flags }: StoreFlags & { readonly yes?: true }): Promise<void> =>
  changeNamed('delete', idOrName, flags, async (manage, organization) => {
    const { name, keys, migrations, members } = organization;
    if (!yes)
      throw new UserError(
        `This deletes ${JSON.stringify(name)} with ${migrations} migrations, ${keys} API keys, all webhooks and ${members} memberships, and can't be undone. Repeat the command with --yes.`,
      );
    await manage.delete(organization);
    return { deleted: true, migrations, keys, members };
  });

export const addOrganizations = (program: Command): void => {
  const organizations = program.command('organizations').description('Create, suspend and delete organizations.');
  organizations
    .command('list')
    .description('Print the organizations as JSON.')
    .option('--search <text>', 'only organizations whose name contains this text', shortText)
    .action(list);
  organizations
    .command('create')
    .description('Create an organization.')
    .argument('<name>', 'name of the organization', shortText)
    .option('--owner <email>', 'print an invitation link for the first owner', emailAddress)
    .action(create);
  const changing = (verb: string, description: string): Command =>
    organizations.command(verb).description(description).argument('<name>', 'name or ID', shortText);
  changing('rename', 'Rename an organization.').argument('<new-name>', 'new name', shortText).action(rename);
  changing(
    'suspend',
    'Suspend an organization: its API keys and modal stop working, and its webhooks wait until it is resumed.',
  )
    .option('--reason <text>', 'reason that members see', shortText)
    .action(suspend);
  changing('resume', 'Resume a suspended organization and send its pending webhooks.').action(resume);
  changing('delete', 'Permanently delete an organization with all its data, except entries of the audit log.')
    .option('--yes', "confirm the deletion, which can't be undone")
    .action(remove);
};
