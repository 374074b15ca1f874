import { fail, succeed } from '#shared/app-error.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { operations } from '#shared/migration-api/operations.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import { readableRows } from '../api-client/api-client.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import { curlGet } from '../request-log/to-curl.ts';
import { createListLookup } from './list-lookup.ts';
import { createKnownMigrations } from './known-migrations.ts';

export function createMigrationsTopic(
  topic: BaseTopics & { readonly loadedRows: LoadedRows },
): ConsoleHandlers['migrations'] {
  const { clock, profiles, api, timeline, loadedRows } = topic;
  const { observer } = timeline;
  const knownMigrations = createKnownMigrations(topic);
  return {
    lookup: createListLookup(topic, knownMigrations),

    list: async (args, { signal }) => {
      const listing = await api.list('migrations', args, signal);
      if (!listing.ok) return listing;
      const { profileId, rows: listed } = listing.value;
      const rows = readableRows(listed);
      // A list with only unreadable rows isn't an observation.
      if (rows.length > 0 || listed.length === 0) observer.record(profileId, rows);
      loadedRows.noteMigrations(listing.value);
      const completedRows = (await knownMigrations.complete(profileId, rows)).values();
      return succeed({
        ...listing.value,
        rows: listed.map((row) =>
          row.kind === 'row' ? { ...row, value: completedRows.next().value as ListedMigration } : row,
        ),
      });
    },

    get: async ({ id }, { signal }) => {
      const reply = await api.getMigration(id, signal);
      if (!reply.ok) return reply;
      const { profileId, migration: row, json } = reply.value;
      observer.record(profileId, [row]);
      const [migration] = (await knownMigrations.complete(profileId, [row])) as [ListedMigration];
      return succeed({ profileId, migration, json: JSON.stringify(json, null, 2) });
    },

    curl: async ({ id }) => {
      const base = profiles.view().baseURL;
      if (base === null) return fail('sandbox_unavailable', clock.now());
      const path = operations.getMigration.path.replace('{id}', id);
      return succeed({ command: curlGet(base + path) });
    },
  };
}
