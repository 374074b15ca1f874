import type { CompanyRow } from '#shared/console-contract/companies-calls.ts';
import type { LoadedWindow } from '#shared/console-contract/loaded-calls.ts';
import { isFinalStatus } from '#shared/migration-api/migration-steps.ts';
import type { ListedMigration, NamedMigration } from '#shared/console-contract/migrations-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { DataArgs, DataCallName, DataReply, DataResult, RowsRequest } from '#shared/data-messages/data-calls.ts';
import { exportRows } from './export/export-rows.ts';
import { createPageWriter } from './load/keep-pages.ts';
import type { StatusObservations } from './load/status-observations.ts';
import { findCompanies, providerNames } from './replica/find-companies.ts';
import { countGroups } from './replica/count-groups.ts';
import { countOverview } from './replica/count-overview.ts';
import { loadedConditions } from './replica/query-results.ts';
import type { PlainRow } from './replica/replica-schema.ts';
import type { Replicas } from './replica/replicas.ts';
import { createTriageFacts } from './replica/triage-facts.ts';
import type { Triage } from './triage/triage.ts';
import type { Timeline } from './timeline/timeline.ts';
import type { StatusTimes } from './timeline/status-times.ts';

const maxLookup = 1_000;

export type DataHandlers = {
  readonly [Name in DataCallName]: (
    args: DataArgs<Name>,
    signal: AbortSignal,
  ) => DataResult<Name> | Promise<DataResult<Name>>;
};

interface RowsPorts {
  readonly observations: StatusObservations;
  readonly times: StatusTimes;
  readonly triage: Triage;
  readonly replicas: Replicas;
  readonly lastVisit: Timeline['lastVisit'];
  readonly send: (reply: DataReply) => void;
}

export function createRowsAnswers({ observations, times, triage, replicas, lastVisit, send }: RowsPorts) {
  /**
   * `seenSince` is null for a final status that a load was the first to see, because loads don't record such
   * observations.
   */
  const loadedTimes = (profileId: string, migration: NamedMigration, at: number) => {
    const observation = times.timesOf(profileId, migration, at);
    const isFirstRead = isFinalStatus(migration.status) && Date.parse(observation.seenSince ?? '') === at;
    return { ...observation, seenSince: isFirstRead ? null : observation.seenSince };
  };
  const copyFacts = createTriageFacts({ times, triage, flush: observations.flush });
  const toListedRow = (profileId: string, row: NamedMigration | CompanyRow, at: number, timesOf = loadedTimes) =>
    'status' in row ? { ...row, ...timesOf(profileId, row, at) } : row;
  const visitText = (profileId: string): string | null => {
    const at = lastVisit(profileId);
    return at === null ? null : new Date(at).toISOString();
  };
  const needsFacts = ({ attention, changedFrom, sort }: LoadedQuery) =>
    attention.length > 0 || changedFrom !== null || sort?.column === 'changed';
  /** Copies the timeline entries and marks that the query needs, and replaces `visit` by the last visit's time. */
  const prepare = async (profileId: string, query: LoadedQuery): Promise<LoadedQuery> => {
    if (needsFacts(query)) await copyFacts(replicas.of(profileId).replica, profileId);
    if (query.changedFrom !== 'visit') return query;
    // On the first visit, every row counts as new.
    return { ...query, changedFrom: visitText(profileId) ?? new Date(0).toISOString() };
  };
  const resultOf = async ({ profileId, resource, query, attention }: RowsRequest, signal: AbortSignal) => {
    const preparation = await prepare(profileId, query);
    return replicas.of(profileId).results[resource].get(preparation, signal, attention);
  };
  return {
    learnCompanies: ({ profileId, companies }) => replicas.of(profileId).replica.learnCompanies(companies),
    lookupCompanies: ({ profileId, ids }) => replicas.of(profileId).replica.companiesByIds(ids.slice(0, maxLookup)),
    searchCompanies: ({ profileId, text, limit }) =>
      findCompanies(replicas.of(profileId).replica.knownCompanies(), text, limit),
    knownProviders: ({ profileId, limit }) => providerNames(replicas.of(profileId).replica.knownCompanies(), limit),

    beginRows: ({ load, profileId, resource }) => {
      replicas.of(profileId).replica.startLoad(resource, load);
      return null;
    },
    keepPages: createPageWriter(replicas, observations),
    freshenRows: ({ profileId, rows, isWhole, at }) => {
      if (at !== null) observations.add({ profileId, at, rows, isLoad: false });
      const { replica } = replicas.of(profileId);
      const { added, changed } = replica.upsert('migrations', rows as unknown as readonly PlainRow[], isWhole);
      const { rows: count, version } = replica.loaded('migrations');
      return { changed: added + changed, rows: count, version };
    },
    dropRows: (place) => {
      replicas.drop(place);
      return null;
    },
    windowOfRows: async ({ offset, limit, at, ...request }, signal) => {
      const { resource, profileId } = request;
      const result = await resultOf(request, signal);
      const { loaded, matched } = result;
      const rows = result.rows(offset, limit).map((row) => toListedRow(profileId, row, at));
      return { resource, loaded, matched, rows } as LoadedWindow;
    },
    idsOfRows: async ({ offset, limit, ...request }, signal) => ({
      ids: (await resultOf(request, signal)).ids(offset, limit),
    }),
    rowsAmong: async ({ ids, ...request }, signal) => ({ matched: (await resultOf(request, signal)).countOf(ids) }),
    migrationsByIds: async ({ profileId, ids, at, isReply }) => {
      const rows = replicas
        .of(profileId)
        .replica.rows(
          'migrations',
          'JOIN json_each(?) AS wanted ON wanted.value = r.id ORDER BY wanted.key',
          JSON.stringify(ids),
        ) as NamedMigration[];
      if (isReply && observations.hasOtherStatus(profileId, rows)) await observations.flush();
      const timesOf = isReply ? times.timesOf : loadedTimes;
      return { profileId, rows: rows.map((row) => toListedRow(profileId, row, at, timesOf) as ListedMigration) };
    },
    groupsOfRows: async ({ profileId, resource, query, attention, by, zone, label }) => {
      const preparation = await prepare(profileId, query);
      const { replica } = replicas.of(profileId);
      return countGroups(replica, resource, loadedConditions(replica, resource, preparation, attention), {
        by,
        zone,
        label,
      });
    },
    countRows: async (request, signal) => (await resultOf(request, signal)).matched,
    lastVisit: ({ profileId }) => ({ at: visitText(profileId) }),
    overview: async ({ profileId, sample, ...terms }) => {
      const place = { profileId, resource: 'migrations' } as const;
      const { replica } = sample
        ? replicas.separate(place, sample as unknown as readonly PlainRow[])
        : replicas.of(profileId);
      await copyFacts(replica, profileId);
      const complete = (migration: NamedMigration): ListedMigration => ({
        ...migration,
        ...loadedTimes(profileId, migration, terms.now),
      });
      const overview = countOverview(replica, terms, { complete, visitedAt: sample ? null : visitText(profileId) });
      if (sample) replica.close();
      return overview;
    },
    exportRows: async (call, signal) => {
      const query = await prepare(call.profileId, call.query);
      return exportRows(replicas, { ...call, query }, signal, ({ rows, bytes }) =>
        send({ kind: 'exported', exportId: call.exportId, rows, bytes }),
      );
    },
  } satisfies Partial<DataHandlers>;
}
