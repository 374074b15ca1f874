import type { Command } from 'commander';
import { UserError } from '#shared/user-error.ts';
import { newLink } from '../dashboard/invitations.ts';
import { deleteOrganization } from '../erasure/delete-organization.ts';
import type { StoreFlags } from '../open-store.ts';
import { commandLine as by } from '../store/base/actor.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import type { Store } from '../store/store.ts';
import { dashboardAddress } from './admins-command.ts';
import { emailAddress, shortText } from './flags.ts';
import { print, withStore } from './with-store.ts';

const actor = { by };

const list = ({ search = '', ...flags }: StoreFlags & { readonly search?: string }): Promise<void> =>
  withStore('organizations list', flags, async ({ people }) => {
    const { organizations } = await people.organizations.list(search, 1, Number.MAX_SAFE_INTEGER);
    print(organizations.map(({ number: _number, ...organization }) => organization));
  });

const refuseTaken = (name: string): never => {
  throw new UserError(`The organization ${JSON.stringify(name)} already exists, perhaps with other capital letters.`);
};

const create = (name: string, { owner, ...flags }: StoreFlags & { readonly owner?: string }): Promise<void> =>
  withStore('organizations create', flags, async ({ people }, now) => {
    const { link, ...invitation } = newLink(owner === undefined ? '' : await dashboardAddress(people), now);
    const first = owner === undefined ? undefined : { email: owner, ...invitation };
    const created = (await people.organizations.create(name, first, actor, now)) ?? refuseTaken(name);
    print({ id: created.id, name: created.name, ...(first && link) });
  });

type Change = (store: Store, organization: ManagedOrganization, now: number) => Promise<object>;

/** Runs a change of the organization with this name or ID, and prints its result. */
const change = (command: string, name: string, flags: StoreFlags, apply: Change): Promise<void> =>
  withStore(command, flags, async (store, now) => {
    const organization = await store.people.organizations.find(name);
    if (organization === undefined)
      throw new UserError(`The organization ${JSON.stringify(name)} doesn't exist. Run organizations list.`);
    const { id, name: before } = organization;
    print({ id, name: before, ...(await apply(store, organization, now)) });
  });

const rename = (name: string, newName: string, flags: StoreFlags): Promise<void> =>
  change('organizations rename', name, flags, async ({ people }, organization, now) => {
    if (!(await people.organizations.rename(organization, newName, actor, now))) refuseTaken(newName);
    return { name: newName };
  });

const suspend = (name: string, { reason = '', ...flags }: StoreFlags & { readonly reason?: string }): Promise<void> =>
  change('organizations suspend', name, flags, async ({ people }, organization, now) => {
    await people.organizations.suspend(organization, reason, actor, now);
    return { suspended: true };
  });

const resume = (name: string, flags: StoreFlags): Promise<void> =>
  change('organizations resume', name, flags, async ({ people }, organization, now) => {
    await people.organizations.resume(organization, actor, now);
    return { suspended: false };
  });

const remove = (name: string, { yes, ...flags }: StoreFlags & { readonly yes?: true }): Promise<void> =>
  change('organizations delete', name, flags, async (store, organization, now) => {
    const { keys, migrations, members } = organization;
    if (!yes)
      throw new UserError(
        `This deletes ${JSON.stringify(organization.name)} with ${migrations} migrations, ${keys} API keys, all webhooks and ${members} memberships, and can't be undone. Repeat the command with --yes.`,
      );
    if (!(await deleteOrganization(store, organization, actor, now)))
      throw new UserError("The service's first organization can't be deleted. Suspend it instead.");
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
  organizations
    .command('rename')
    .description('Rename an organization.')
    .argument('<name>', 'name or ID', shortText)
    .argument('<new-name>', 'new name', shortText)
    .action(rename);
  organizations
    .command('suspend')
    .description('Refuse its API keys and its modal, and hold its webhooks, until it is resumed.')
    .argument('<name>', 'name or ID', shortText)
    .option('--reason <text>', 'reason that members see', shortText)
    .action(suspend);
  organizations
    .command('resume')
    .description('End a suspension, and send the webhooks that waited.')
    .argument('<name>', 'name or ID', shortText)
    .action(resume);
  organizations
    .command('delete')
    .description('Permanently delete an organization with all its data, except entries of the audit log.')
    .argument('<name>', 'name or ID', shortText)
    .option('--yes', "confirm the deletion, which can't be undone")
    .action(remove);
};
