import { fail, succeed } from '#shared/app-error.ts';
import { operations } from '#shared/migration-api/operations.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { toListing } from '../api-client/listing-outcome.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import { curlGet } from '../request-log/to-curl.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';

/**
 * @param baseURL of the active profile, null while it has none
 * @param told gets every status that a reply brings: the timeline, and the rows that are loaded
 */
export const createMigrationsHandlers = (
  api: ApiClient,
  clock: Clock,
  baseURL: () => string | null,
  told: { readonly observer: StatusObserver; readonly loadedRows: Pick<LoadedRows, 'noteMigrations' | 'loads'> },
): ConsoleHandlers['migrations'] => ({
  list: async (args, { signal }) => {
    const reply = await api.listMigrations(args.page, args.pageSize, signal);
    const listing = toListing(reply, args, readMigration, clock);
    if (listing.ok && reply.ok) {
      const rows = listing.value.rows.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
      told.observer.see(reply.value.profileId, rows);
      told.loadedRows.noteMigrations(listing.value, rows);
    }
    return listing;
  },

  get: async ({ id }, { signal }) => {
    const reply = await api.getMigration(id, signal);
    if (!reply.ok) return reply;
    const migration = readMigration(reply.value.json);
    if (migration.ok) {
      told.observer.see(reply.value.profileId, [migration.value]);
      told.loadedRows.loads.freshen(reply.value.profileId, [migration.value]);
    }
    return migration.ok
      ? succeed({
          profileId: reply.value.profileId,
          migration: migration.value,
          json: JSON.stringify(reply.value.json, null, 2),
        })
      : fail('unreadable_reply', clock.now(), { detail: migration.problem });
  },

  curl: async ({ id }) => {
    const base = baseURL();
    if (base === null) return fail('sandbox_unavailable', clock.now());
    const path = operations.getMigration.path.replace('{id}', id);
    return succeed({ command: curlGet(base + path) });
  },
});
