import type { CallReply } from '#shared/dashboard-api/dashboard-calls.ts';
import { organizationsPerPage } from '#shared/dashboard-api/limits.ts';
import { organizationQuerySchema } from '#shared/dashboard-api/organizations-query.ts';
import { deleteOrganization } from '../erasure/delete-organization.ts';
import { refuse } from '../http/refusal.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import { confirmIdentity } from './ask-password.ts';
import type { DashboardHandlers, DashboardParts } from './dashboard-request.ts';
import { newLink } from './invitations.ts';

type View = CallReply<'listOrganizations'>['organizations'][number];

const nameTaken = (): never => refuse(409, 'An organization with this name exists. Choose another name.');

/** For instance administrators, who needn't be members of the organizations. */
export const instanceHandlers = (parts: DashboardParts) => {
  const { store } = parts;
  const { organizations } = store.people;
  const toView = async ({ number, ...view }: ManagedOrganization): Promise<View> => ({
    ...view,
    isFirst: (await store.seed.organization())?.number === number,
  });
  const find = async ({ target = '' }: Readonly<Record<string, string>>): Promise<ManagedOrganization> => {
    const found = await organizations.find(target);
    return found?.id === target ? found : refuse(404, 'No organization has this ID.');
  };
  return {
    listOrganizations: async ({ query }) => {
      const result = organizationQuerySchema.safeParse(query);
      if (!result.success) return refuse(400, result.error.issues[0]?.message ?? "The query isn't valid.");
      const { search, page } = result.data;
      const found = await organizations.list(search, page, organizationsPerPage);
      return { organizations: await Promise.all(found.organizations.map(toView)), total: found.total };
    },
    createOrganization: async ({ body: { name, email }, actor, now, baseUrl }) => {
      const { link, ...invitation } = newLink(baseUrl, now);
      const created = await organizations.create(name, { email, ...invitation }, actor, now);
      return created === undefined ? nameTaken() : link;
    },
    renameOrganization: async ({ body: { name }, params, actor, now }) =>
      (await organizations.rename(await find(params), name, actor, now)) ? {} : nameTaken(),
    suspendOrganization: async ({ params, ...request }) => {
      const { body, actor, now } = request;
      const organization = await find(params);
      await confirmIdentity(parts, request);
      await organizations.suspend(organization, body.reason, actor, now);
      return {};
    },
    resumeOrganization: async ({ params, actor, now }) =>
      (await organizations.resume(await find(params), actor, now))
        ? {}
        : refuse(409, "This organization isn't suspended."),
    deleteOrganization: async ({ params, ...request }) => {
      const { body, actor, now } = request;
      const organization = await find(params);
      if (organization.name !== body.name.trim())
        return refuse(409, "The name doesn't match. Enter the name from the list.");
      await confirmIdentity(parts, request);
      const deleted = await deleteOrganization(store, organization, actor, now);
      return deleted ? {} : refuse(409, "The service's first organization can't be deleted. Suspend it instead.");
    },
  } satisfies Partial<DashboardHandlers>;
};
