import { succeed } from '#shared/app-error.ts';
import { readCompany } from '#shared/tolerant-reading/read-row.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { readableRows, toListing } from '../api-client/listing-outcome.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import type { Connection } from '../connection/connection.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import type { Sandbox } from '../sandbox/sandbox.ts';
import { type CompanyDirectory, createCompanyDirectory } from './company-directory.ts';

interface CompaniesTopicPorts {
  readonly clock: Clock;
  readonly sandbox: Pick<Sandbox, 'onChange'>;
  readonly profiles: Pick<Profiles, 'active' | 'activeId'>;
  readonly api: ApiClient;
  readonly connection: Pick<Connection, 'onSuccess'>;
  readonly data: DataProcess;
  readonly loadedRows: LoadedRows;
  readonly events: ConsoleEvents;
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
