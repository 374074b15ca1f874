import { succeed } from '#shared/app-error.ts';
import { readCompany } from '#shared/tolerant-reading/read-row.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { readableRows, toListing } from '../api-client/listing-outcome.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import { type CompanyDirectory, createCompanyDirectory } from './company-directory.ts';

interface CompaniesTopicPorts extends Pick<
  BaseTopics,
  'clock' | 'sandbox' | 'profiles' | 'api' | 'connection' | 'data' | 'events'
> {
  readonly loadedRows: LoadedRows;
}

export function createCompaniesTopic(topic: CompaniesTopicPorts) {
  const { clock, sandbox, profiles, api, connection, data, loadedRows, events } = topic;
  const directory = createCompanyDirectory({ api, data }, profiles.activeId, (known) =>
    events.emit('companies:directory-changed', { known }),
  );
  // Starts after the service has responded, so that users don't wait for company names.
  const fill = () => void directory.fill(profiles.active.signal());
  connection.onSuccess(fill);
  sandbox.onChange((change) => {
    if (change === 'ready' && profiles.active.profile().builtIn) fill();
  });
  return { directory, handlers: createCompaniesHandlers(api, directory, clock, loadedRows) };
}

export type CompaniesTopic = ReturnType<typeof createCompaniesTopic>;

const createCompaniesHandlers = (
  api: ApiClient,
  directory: CompanyDirectory,
  clock: Clock,
  loadedRows: Pick<LoadedRows, 'noteCompanies'>,
): ConsoleHandlers['companies'] => ({
  list: async (args, { signal }) => {
    const reply = await api.list('companies', args.page, args.pageSize, signal);
    const listing = toListing(reply, args, readCompany, clock);
    if (listing.ok) {
      directory.learn(listing.value.profileId, readableRows(listing.value.rows));
      loadedRows.noteCompanies(listing.value);
    }
    return listing;
  },
  lookup: async ({ ids }) => {
    const lookupResult = await directory.lookup(ids);
    return lookupResult.ok ? succeed([...lookupResult.value]) : lookupResult;
  },
  providers: async () => {
    const providersResult = await directory.providers();
    return providersResult.ok ? succeed([...providersResult.value]) : providersResult;
  },
  search: async ({ text, limit }) => {
    const searchResult = await directory.search(text, limit);
    return searchResult.ok ? succeed([...searchResult.value]) : searchResult;
  },
});
