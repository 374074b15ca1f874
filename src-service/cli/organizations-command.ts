import type { Command } from 'commander';
import { UserError } from '#shared/user-error.ts';
import { manageOrganizations } from '../dashboard/manage-organizations.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import { dashboardAddress } from './admins-command.ts';
import { emailAddress, shortText } from './flags.ts';
import { onStore } from './with-store.ts';

const list = onStore(async ({ store: { people } }, { search = '' }: { readonly search?: string }) => {
  const { organizations } = await people.organizations.list(search, 1, Number.MAX_SAFE_INTEGER);
  return organizations.map(({ number: _number, ...organization }) => organization);
});

const create = onStore(async ({ store, author }, name: string, { owner }: { readonly owner?: string }) => {
  const manage = manageOrganizations(store, author);
  if (owner === undefined) return { id: (await manage.create(name)).id, name };
  const address = await dashboardAddress(store.people);
  const { link, ...created } = await manage.create(name, { email: owner, address });
  return { ...created, ...link };
});

interface Change {
  readonly manage: ReturnType<typeof manageOrganizations>;
  readonly organization: ManagedOrganization;
}

const onNamed = <Input extends readonly unknown[]>(apply: (change: Change, ...input: Input) => Promise<object>) =>
  onStore(async ({ store, author }, idOrName: string, ...input: Input) => {
    const organization = await store.people.organizations.find(idOrName);
    if (organization === undefined)
      throw new UserError(`The organization ${JSON.stringify(idOrName)} doesn't exist. Run organizations list.`);
    const { id, name } = organization;
    return { id, name, ...(await apply({ manage: manageOrganizations(store, author), organization }, ...input)) };
  });

const rename = onNamed(async ({ manage, organization }, name: string) => {
  await manage.rename(organization, name);
  return { name };
});

const suspend = onNamed(async ({ manage, organization }, { reason = '' }: { readonly reason?: string }) => {
  await manage.suspend(organization, reason);
  return { suspended: true };
});

const resume = onNamed(async ({ manage, organization }) => {
  if (organization.suspended !== null) await manage.resume(organization);
  return { suspended: false };
});

const remove = onNamed(async ({ manage, organization }, { yes }: { readonly yes?: true }) => {
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
  const addCommand = (verb: string, description: string): Command =>
    organizations.command(verb).description(description).argument('<name>', 'name or ID', shortText);
  addCommand('rename', 'Rename an organization.').argument('<new-name>', 'new name', shortText).action(rename);
  addCommand(
    'suspend',
    'Suspend an organization: its API keys and modal stop working, and its webhooks wait until it is resumed.',
  )
    .option('--reason <text>', 'reason that members see', shortText)
    .action(suspend);
  addCommand('resume', 'Resume a suspended organization and send its pending webhooks.').action(resume);
  addCommand('delete', 'Permanently delete an organization with all its data, except entries of the audit log.')
    .option('--yes', "confirm the deletion, which can't be undone")
    .action(remove);
};
