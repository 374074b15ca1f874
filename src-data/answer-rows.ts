import type { LoadedWindow } from '#shared/console-contract/loaded-calls.ts';
import type { DataCallName, DataCalls, DataReply } from '#shared/data-messages/data-calls.ts';
import { exportRows } from './export/export-rows.ts';
import { createPageKeeper } from './load/keep-pages.ts';
import type { StatusSights } from './load/status-sights.ts';
import { countOverview } from './query/count-overview.ts';
import { groupRows } from './query/group-rows.ts';
import type { RowStore } from './query/row-store.ts';
import { type CompanyDirectory, findCompanies, providerNames } from './rows/company-directory.ts';
import { createPace } from './rows/pace.ts';
import type { PlainRow } from './rows/row-table.ts';
import type { StatusTimes } from './timeline/status-times.ts';

const longestLookup = 1_000;

/** A handler per call; `signal` is aborted when main does not wait for the result any more. */
export type DataHandlers = {
  readonly [Name in DataCallName]: (
    args: DataCalls[Name]['args'],
    signal: AbortSignal,
  ) => DataCalls[Name]['result'] | Promise<DataCalls[Name]['result']>;
};

interface RowsPorts {
  readonly sights: StatusSights;
  readonly times: StatusTimes;
  readonly directory: CompanyDirectory;
  readonly store: RowStore;
  readonly send: (reply: DataReply) => void;
}

/** Everything about loaded rows, the company directory and exports. */
export function createRowsAnswers(
  ports: RowsPorts,
): Omit<DataHandlers, 'observe' | 'timeline' | 'leftAfter' | 'count' | 'remove'> {
  const { sights, times, directory, store, send } = ports;
  return {
    learnCompanies: ({ profileId, companies }) => directory.learn(profileId, companies),
    lookupCompanies: ({ profileId, ids }) =>
      ids.slice(0, longestLookup).flatMap((id) => store.findCompany(profileId, id) ?? []),
    migrationDetails: ({ profileId, migrations }) =>
      migrations.map((migration) => {
        const company = migration.companyId === null ? null : store.findCompany(profileId, migration.companyId);
        return {
          id: migration.id,
          status: migration.status,
          companyName: company?.providerCompanyName ?? null,
          provider: company?.sourceProvider ?? null,
          since: times.sinceOf(profileId, migration),
        };
      }),
    searchCompanies: ({ profileId, text, limit }) => findCompanies(directory.known(profileId), text, limit),
    knownProviders: ({ profileId, limit }) => providerNames(directory.known(profileId), limit),

    beginRows: ({ load, expected, ...place }) => {
      store.begin(place, load, expected);
      return null;
    },
    keepPages: createPageKeeper(store, sights),
    freshenRows: ({ profileId, rows }) =>
      store.freshen({ profileId, resource: 'migrations' }, rows as unknown as readonly PlainRow[]),
    dropRows: (place) => {
      store.drop(place);
      return null;
    },
    forgetProfile: ({ profileId }) => {
      store.drop({ profileId, resource: 'migrations' });
      store.drop({ profileId, resource: 'companies' });
      directory.remove(profileId);
      return null;
    },

    windowOfRows: async ({ profileId, resource, query, offset, limit, at }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, loaded, rows } = await results.get(query, signal);
      const shown = Array.from(rows.subarray(offset, offset + limit), (row) => {
        const listed = view.rowAt(row);
        return 'status' in listed ? { ...listed, since: times.sinceOf(profileId, { ...listed, at }) } : listed;
      });
      return { resource, profileId, version, loaded, matched: rows.length, offset, rows: shown } as LoadedWindow;
    },
    groupsOfRows: async ({ profileId, resource, query, by, zone }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, rows } = await results.get(query, signal);
      const groups = await groupRows(view, rows, { by, zone }, createPace(signal));
      return { profileId, version, matched: rows.length, ...groups };
    },
    countRows: async ({ profileId, resource, query }, signal) =>
      (await store.table({ profileId, resource }).results.get(query, signal)).rows.length,
    overview: async ({ profileId, sample, now, stuckAfter }, signal) => {
      await sights.flush();
      const place = { profileId, resource: 'migrations' } as const;
      const { view } = sample ? store.separate(place, sample as unknown as readonly PlainRow[]) : store.table(place);
      const since = (statuses: readonly string[]) => times.lastIn(profileId, statuses);
      return countOverview(view, { now, stuckAfter, since }, createPace(signal));
    },
    exportRows: (call, signal) =>
      exportRows(store, call, signal, ({ rows, bytes }) =>
        send({ kind: 'exported', exportId: call.exportId, rows, bytes }),
      ),
  };
}
