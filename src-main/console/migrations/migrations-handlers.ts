import { fail, succeed } from '#shared/app-error.ts';
import { operations } from '#shared/migration-api/operations.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import type { Clock } from '../clock/clock.ts';
import type { ConsoleHandlers } from '../console-handlers.ts';
import { toListing } from '../api-client/listing-outcome.ts';
import type { KnownDetails } from './known-details.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import { curlGet } from '../request-log/to-curl.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';

/**
 * @param baseURL of the active profile, null while it has none
 * @param told gets every status that a reply brings: the timeline, and the rows that are loaded
 * @param details what is known of the rows beyond the reply
 */
export const createMigrationsHandlers = (
  api: ApiClient,
  clock: Clock,
  baseURL: () => string | null,
  told: { readonly observer: StatusObserver; readonly loadedRows: Pick<LoadedRows, 'noteMigrations' | 'freshen'> },
  details: KnownDetails,
): ConsoleHandlers['migrations'] => ({
  list: async (args, { signal }) => {
    const reply = await api.listMigrations(args.page, args.pageSize, signal);
    const listing = toListing(reply, args, readMigration, clock);
    if (!listing.ok) return listing;
    const { profileId, rows: listed } = listing.value;
    const rows = listed.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
    told.observer.see(profileId, rows);
    told.loadedRows.noteMigrations(listing.value, rows);
    const complete = await details.lookUp(profileId, rows);
    return succeed({
      ...listing.value,
      rows: listed.map((row) => (row.kind === 'row' ? { kind: 'row', value: complete(row.value) } : row)),
    });
  },

  get: async ({ id }, { signal }) => {
    const reply = await api.getMigration(id, signal);
    if (!reply.ok) return reply;
    const { profileId, json } = reply.value;
    const read = readMigration(json);
    if (!read.ok) return fail('unreadable_reply', clock.now(), { detail: read.problem });
    const rows = [read.value];
    told.observer.see(profileId, rows);
    told.loadedRows.freshen(profileId, rows);
    const complete = await details.lookUp(profileId, rows);
    return succeed({ profileId, migration: complete(read.value), json: JSON.stringify(json, null, 2) });
  },

  details: async ({ migrations }) => {
    const known = await details.of(migrations);
    return known.ok ? succeed([...known.value]) : known;
  },

  curl: async ({ id }) => {
    const base = baseURL();
    if (base === null) return fail('sandbox_unavailable', clock.now());
    const path = operations.getMigration.path.replace('{id}', id);
    return succeed({ command: curlGet(base + path) });
  },
});
