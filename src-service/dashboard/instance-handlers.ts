import { organizationsPerPage } from '#shared/dashboard-api/limits.ts';
import { organizationQuerySchema } from '#shared/dashboard-api/organizations-query.ts';
import { refuse } from '../http/refusal.ts';
import { manageOrganizations } from './manage-organizations.ts';
import type { ManagedOrganization } from '../store/people/people-store.ts';
import { confirmIdentity } from './ask-password.ts';
import { type DashboardHandlers, type DashboardParts, parsePart } from './dashboard-request.ts';

export const instanceHandlers = (parts: DashboardParts) => {
  const { store } = parts;
  const { organizations } = store.people;
  const find = async ({ target = '' }: Readonly<Record<string, string>>): Promise<ManagedOrganization> => {
    const found = await organizations.find(target);
    return found?.id === target ? found : refuse(404, 'There is no organization with this ID.');
  };
  return {
    listOrganizations: async ({ query }) => {
      const { search, page } = parsePart(organizationQuerySchema, query);
      const found = await organizations.list(search, page, organizationsPerPage);
      return { ...found, organizations: [...found.organizations] };
    },
    createOrganization: async ({ body: { name, email }, author, baseUrl }) =>
      (await manageOrganizations(store, author).create(name, { email, address: baseUrl })).link,
    renameOrganization: async ({ body: { name }, params, author }) =>
      manageOrganizations(store, author).rename(await find(params), name),
    suspendOrganization: async ({ params, ...request }) => {
      const organization = await find(params);
      await confirmIdentity(parts, request);
      await manageOrganizations(store, request.author).suspend(organization, request.body.reason);
    },
    resumeOrganization: async ({ params, author }) => manageOrganizations(store, author).resume(await find(params)),
    deleteOrganization: async ({ params, ...request }) => {
      const organization = await find(params);
      if (organization.name !== request.body.name.trim())
        return refuse(409, "The name doesn't match. Enter the name from the list.");
      await confirmIdentity(parts, request);
      await manageOrganizations(store, request.author).delete(organization);
    },
  } satisfies Partial<DashboardHandlers>;
};
