import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { LoadedWindow } from '#shared/console-contract/loaded-calls.ts';
import type { AlertCalls } from '#shared/data-messages/alert-messages.ts';
import type { ListenerCalls } from '#shared/data-messages/listener-messages.ts';
import type { ProofCalls } from '#shared/data-messages/proof-messages.ts';
import type { TriageCalls } from '#shared/data-messages/triage-messages.ts';
import { neverChanges } from '#shared/migration-api/migration-steps.ts';
import type { ListedMigration, NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { AttentionTerms, DataCallName, DataCalls, DataReply } from '#shared/data-messages/data-calls.ts';
import { exportRows } from './export/export-rows.ts';
import { createPageKeeper } from './load/keep-pages.ts';
import type { StatusSights } from './load/status-sights.ts';
import { countOverview } from './query/count-overview.ts';
import type { AttentionSource } from './query/find-attention.ts';
import { groupRows } from './query/group-rows.ts';
import type { RowStore } from './query/row-store.ts';
import { type CompanyDirectory, findCompanies, providerNames } from './rows/company-directory.ts';
import { createPace } from './rows/pace.ts';
import type { PlainRow } from './rows/row-table.ts';
import type { Triage } from './triage/triage.ts';
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
  readonly triage: Triage;
  readonly directory: CompanyDirectory;
  readonly store: RowStore;
  readonly send: (reply: DataReply) => void;
}

/** Everything about loaded rows, the company directory and exports. */
export function createRowsAnswers(
  ports: RowsPorts,
): Omit<
  DataHandlers,
  | 'observe'
  | 'timeline'
  | 'leftAfter'
  | 'forgetProfile'
  | 'count'
  | 'remove'
  | keyof ListenerCalls
  | keyof ProofCalls
  | keyof TriageCalls
  | keyof AlertCalls
> {
  const { sights, times, triage, directory, store, send } = ports;
  /** The times of a loaded row. Of what has ended a load records no first sight: that it is looked at now is none. */
  const loadedTimes = (profileId: string, migration: NamedMigration, at: number) => {
    const sight = times.timesOf(profileId, { ...migration, at });
    const isLook = neverChanges(migration.status) && Date.parse(sight.seenSince ?? '') === at;
    return { ...sight, seenSince: isLook ? null : sight.seenSince };
  };
  const factsOf = (profileId: string, terms: AttentionTerms) => ({
    ...terms,
    begins: times.begins(profileId),
    handled: triage.handled(profileId),
  });
  const attentionOf = (profileId: string, terms: AttentionTerms): AttentionSource => ({
    stamp: () => {
      const minute = Math.floor(terms.now / 60_000);
      return JSON.stringify([minute, terms.stuckHours, triage.version(), times.version()]);
    },
    read: async () => {
      await sights.flush();
      return factsOf(profileId, terms);
    },
  });
  /** A loaded row as lists show it. */
  const listed = (profileId: string, row: NamedMigration | CompanyRow, at: number) =>
    'status' in row ? { ...row, ...loadedTimes(profileId, row, at) } : row;
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
          ...times.timesOf(profileId, migration),
          seenAt: null,
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
    windowOfRows: async ({ profileId, resource, query, attention, offset, limit, at }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, loaded, rows } = await results.get(query, signal, attentionOf(profileId, attention));
      const page = Array.from(rows.subarray(offset, offset + limit), (row) => listed(profileId, view.rowAt(row), at));
      return { resource, profileId, version, loaded, matched: rows.length, offset, rows: page } as LoadedWindow;
    },
    idsOfRows: async ({ profileId, resource, query, attention, offset, limit }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, rows } = await results.get(query, signal, attentionOf(profileId, attention));
      const ids = Array.from(rows.subarray(offset, offset + limit), (row) => view.table.ids.textAt(row) ?? '');
      return { profileId, version, matched: rows.length, ids };
    },
    rowsAmong: async ({ profileId, resource, query, attention, ids }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, rows } = await results.get(query, signal, attentionOf(profileId, attention));
      const wanted = new Uint8Array(view.table.count());
      for (const id of ids) wanted[view.table.find(id)] = 1;
      const matched = rows.reduce((count, row) => count + (wanted[row] ?? 0), 0);
      return { profileId, version, matched };
    },
    migrationsByIds: ({ profileId, ids, at }) => {
      const { view } = store.table({ profileId, resource: 'migrations' });
      const rows = ids.map((id) => view.table.find(id)).filter((row) => row !== -1);
      return { profileId, rows: rows.map((row) => listed(profileId, view.rowAt(row), at) as ListedMigration) };
    },
    groupsOfRows: async ({ profileId, resource, query, attention, by, zone }, signal) => {
      const { view, results } = store.table({ profileId, resource });
      const { version, rows } = await results.get(query, signal, attentionOf(profileId, attention));
      const groups = await groupRows(view, rows, { by, zone }, createPace(signal));
      return { profileId, version, matched: rows.length, ...groups };
    },
    countRows: async ({ profileId, resource, query, attention }, signal) => {
      const { results } = store.table({ profileId, resource });
      return (await results.get(query, signal, attentionOf(profileId, attention))).rows.length;
    },
    overview: async ({ profileId, sample, ...terms }, signal) => {
      await sights.flush();
      const place = { profileId, resource: 'migrations' } as const;
      const { view } = sample ? store.separate(place, sample as unknown as readonly PlainRow[]) : store.table(place);
      const complete = (row: number): ListedMigration => {
        const migration = view.rowAt(row) as NamedMigration;
        return { ...migration, ...loadedTimes(profileId, migration, terms.now) };
      };
      return countOverview(view, { ...factsOf(profileId, terms), complete }, createPace(signal));
    },
    exportRows: (call, signal) =>
      exportRows(store, call, { signal, attention: attentionOf(call.profileId, call.attention) }, ({ rows, bytes }) =>
        send({ kind: 'exported', exportId: call.exportId, rows, bytes }),
      ),
  };
}
