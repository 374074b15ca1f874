import type { BaseTopics } from '../base-topics/base-topics.ts';
import { readableRows } from '../api-client/api-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import { createCompanyDirectory } from './company-directory.ts';

const maxProviders = 100;

export function createCompaniesTopic(topic: BaseTopics & { readonly loadedRows: LoadedRows }) {
  const { sandbox, profiles, api, connection, data, loadedRows, events } = topic;
  const directory = createCompanyDirectory({ api, data }, profiles.activeId, (known) =>
    events.emit('companies:directory-changed', { known }),
  );
  // Starts after the service has responded, so that users don't wait for company names.
  const fill = () => void directory.fill(profiles.active.signal());
  connection.onSuccess(fill);
  sandbox.onChange((change) => {
    if (change === 'ready' && profiles.active.profile().builtIn) fill();
  });
  return {
    directory,
    handlers: {
      list: async (args, { signal }) => {
        const listing = await api.list('companies', args, signal);
        if (listing.ok) {
          directory.learn(listing.value.profileId, readableRows(listing.value.rows));
          loadedRows.noteCompanies(listing.value);
        }
        return listing;
      },
      lookup: ({ ids }) => directory.lookup(ids),
      providers: () => data.call('knownProviders', { profileId: profiles.activeId(), limit: maxProviders }),
      search: (args) => data.call('searchCompanies', { profileId: profiles.activeId(), ...args }),
    } satisfies ConsoleHandlers['companies'],
  };
}

export type CompaniesTopic = ReturnType<typeof createCompaniesTopic>;
