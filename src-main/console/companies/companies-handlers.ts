import { succeed } from '#shared/app-error.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { toListing } from '../listing-outcome.ts';
import type { CompanyDirectory } from './company-directory.ts';
import { findCompanies } from './find-companies.ts';
import { readCompany } from './read-company.ts';

export const createCompaniesHandlers = (
  api: ApiClient,
  directory: CompanyDirectory,
  clock: Clock,
): ConsoleHandlers['companies'] => ({
  list: async (args, { signal }) => {
    const listing = toListing(await api.listCompanies(args.page, args.pageSize, signal), args, readCompany, clock);
    if (listing.ok)
      directory.learn(
        listing.value.profileId,
        listing.value.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : [])),
      );
    return listing;
  },
  lookup: async ({ ids }) => succeed(directory.lookup(ids)),
  search: async ({ text, limit }) => succeed(findCompanies(directory.known(), text, limit)),
});
