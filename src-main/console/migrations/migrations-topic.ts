import { fail, succeed } from '#shared/app-error.ts';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { operations } from '#shared/migration-api/operations.ts';
import { readMigration } from '#shared/tolerant-reading/read-row.ts';
import type { ApiClient } from '../api-client/api-client.ts';
import { toListing } from '../api-client/listing-outcome.ts';
import type { ConsoleHandlers } from '../calls/console-handlers.ts';
import type { Clock } from '../clock/clock.ts';
import type { DataProcess } from '../data/data-process.ts';
import type { ConsoleEvents } from '../events/console-events.ts';
import type { LoadedRows } from '../loaded/loaded-rows.ts';
import type { Profiles } from '../profiles/profiles-topic.ts';
import { curlGet } from '../request-log/to-curl.ts';
import type { StatusObserver } from '../timeline/observer.ts';
import type { TimelineTopic } from '../timeline/timeline-topic.ts';
import { createListLookUp } from './list-look-up.ts';
import { createKnownDetails, type KnownDetails } from './known-details.ts';

/** More rows than pages show at once. */
const mostLastSeen = 5_000;
/** The page on screen, its neighbours, and those that a person came from. */
const mostPages = 8;

interface MigrationsTopicPorts {
  readonly clock: Clock;
  readonly profiles: Pick<Profiles, 'activeId' | 'view'>;
  readonly api: ApiClient;
  readonly data: DataProcess;
  readonly timeline: Pick<TimelineTopic, 'observer'>;
  readonly loadedRows: LoadedRows;
  readonly events: ConsoleEvents;
}

export function createMigrationsTopic(topic: MigrationsTopicPorts): ConsoleHandlers['migrations'] {
  const { clock, profiles, api, data, timeline, loadedRows, events } = topic;
  const details = createKnownDetails(
    { data, clock, observer: timeline.observer, activeId: profiles.activeId },
    (profileId, news) => events.emit('migrations:details-changed', { profileId, details: news }),
  );
  events.listen(({ name }) => {
    if (name === 'companies:directory-changed') void details.lookAgain();
  });
  const tellNewer = async (profileId: string, newer: readonly MigrationRow[]) => {
    const seenAt = clock.now().toISOString();
    const known = await details.of(newer);
    if (!known.ok || profileId !== profiles.activeId()) return;
    events.emit('migrations:details-changed', { profileId, details: known.value.map((each) => ({ ...each, seenAt })) });
  };
  const lastSeen = new Map<string, string>();
  // A status that is news for any page that shows the row.
  timeline.observer.onSeen(({ profileId, rows }) => {
    const newer = rows.filter(({ id, status }) => (lastSeen.get(`${profileId} ${id}`) ?? status) !== status);
    for (const { id, status } of rows) {
      lastSeen.delete(`${profileId} ${id}`);
      lastSeen.set(`${profileId} ${id}`, status);
    }
    for (const key of lastSeen.keys()) {
      if (lastSeen.size <= mostLastSeen) break;
      lastSeen.delete(key);
    }
    if (newer.length > 0 && profileId === profiles.activeId()) void tellNewer(profileId, newer);
  });
  const listeners = { observer: timeline.observer, loadedRows };
  return {
    ...createMigrationsHandlers(api, clock, profiles, listeners, details),
    lookUp: createListLookUp({ api, clock, activeId: profiles.activeId, observer: timeline.observer, details }),
  };
}

/**
 * @param told gets every status that a reply brings: the timeline, and the rows that are loaded
 * @param details what is known of the rows beyond the reply
 */
const createMigrationsHandlers = (
  api: ApiClient,
  clock: Clock,
  profiles: MigrationsTopicPorts['profiles'],
  listeners: { readonly observer: StatusObserver; readonly loadedRows: Pick<LoadedRows, 'noteMigrations'> },
  details: KnownDetails,
): Omit<ConsoleHandlers['migrations'], 'lookUp'> => {
  const lastOfPages = new Map<string, readonly MigrationRow[]>();
  return {
    list: async (args, { signal }) => {
      const page = `${profiles.activeId()} ${args.page} ${args.pageSize}`;
      const ahead = details.askAhead(profiles.activeId(), lastOfPages.get(page) ?? []);
      const reply = await api.listMigrations(args.page, args.pageSize, signal);
      const listing = toListing(reply, args, readMigration, clock);
      if (!listing.ok) return listing;
      const { profileId, rows: listed } = listing.value;
      const rows = listed.flatMap((row) => (row.kind === 'row' ? [row.value] : []));
      // Rows that could not be read are no empty list.
      if (rows.length > 0 || listed.length === 0) listeners.observer.see(profileId, rows);
      listeners.loadedRows.noteMigrations(listing.value);
      lastOfPages.delete(page);
      lastOfPages.set(page, rows);
      const [oldest] = lastOfPages.keys();
      if (lastOfPages.size > mostPages && oldest !== undefined) lastOfPages.delete(oldest);
      const complete = await details.lookUp(profileId, rows, ahead);
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
      listeners.observer.see(profileId, rows);
      const complete = await details.lookUp(profileId, rows);
      return succeed({ profileId, migration: complete(read.value), json: JSON.stringify(json, null, 2) });
    },

    details: async ({ migrations }) => {
      const known = await details.of(migrations);
      return known.ok ? succeed([...known.value]) : known;
    },

    curl: async ({ id }) => {
      const base = profiles.view().baseURL;
      if (base === null) return fail('sandbox_unavailable', clock.now());
      const path = operations.getMigration.path.replace('{id}', id);
      return succeed({ command: curlGet(base + path) });
    },
  };
};
