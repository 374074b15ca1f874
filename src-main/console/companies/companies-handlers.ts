import { succeed } from '#shared/app-error.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { toListing } from '../api-client/listing-outcome.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { CompanyDirectory } from './company-directory.ts';
import { readCompany } from '#shared/tolerant-reading/read-row.ts';

export const createCompaniesHandlers = (
  api: ApiClient,
  directory: CompanyDirectory,
  clock: Clock,
  loadedRows: Pick<LoadedRows, 'noteCompanies'>,
): ConsoleHandlers['companies'] => ({
  list: async (args, { signal }) => {
    const listing = toListing(await api.listCompanies(args.page, args.pageSize, signal), args, readCompany, clock);
    if (listing.ok) {
      const rows = listing.value.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
      directory.learn(listing.value.profileId, rows);
      loadedRows.noteCompanies(listing.value);
    }
    return listing;
  },
  lookup: async ({ ids }) => {
    const known = await directory.lookup(ids);
    return known.ok ? succeed([...known.value]) : known;
  },
  providers: async () => {
    const known = await directory.providers();
    return known.ok ? succeed([...known.value]) : known;
  },
  search: async ({ text, limit }) => {
    const found = await directory.search(text, limit);
    return found.ok ? succeed([...found.value]) : found;
  },
});
