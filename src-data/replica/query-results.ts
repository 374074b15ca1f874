import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { AttentionTerms } from '#shared/data-messages/data-calls.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import { CancelledError, createPace, type Pace } from './pace.ts';
import type { Params, Replica } from './replica.ts';
import { fromRows, columnFor, foldedSql } from './replica-schema.ts';
import { allOf, rowConditions, type Sql } from './row-conditions.ts';
import { isStuckSql } from './attention-conditions.ts';

const newestFirst = 'r.createdAt DESC, r.place';

const isNewestFirst = ({ sort, attention }: LoadedQuery): boolean =>
  attention.length === 0 && (sort === null || (sort.column === 'created' && sort.direction === 'descending'));

/** Rows without a value come last in both directions; ties are newest first. */
function rowOrder(resource: Resource, { sort, attention }: LoadedQuery, terms: AttentionTerms): string {
  if (sort === null) {
    // The "Needs attention" list starts with stuck rows, longest time first.
    const isQueue = attention.length > 0 && resource === 'migrations';
    return isQueue ? `iif(${isStuckSql(terms)}, r.since, NULL) ASC NULLS LAST, ${newestFirst}` : newestFirst;
  }
  const direction = sort.direction === 'ascending' ? 'ASC' : 'DESC';
  if (sort.column === 'created') return `r.createdAt ${direction} NULLS LAST, r.place`;
  if (sort.column === 'changed') return `r.changedAt ${direction} NULLS LAST, ${newestFirst}`;
  if (sort.column === 'id') return `r.id ${direction}`;
  const column = columnFor(resource, 'sort', sort.column);
  return column ? `${foldedSql(column)} ${direction} NULLS LAST, ${newestFirst}` : newestFirst;
}

const ordersByCompany = (resource: Resource, { sort }: LoadedQuery): boolean =>
  sort !== null && columnFor(resource, 'sort', sort.column)?.isCompanyColumn === true;

/** Maximum cached results per resource. A scrolling table reads many ranges of one result. */
const maxResults = 4;
/** Maximum rows that one statement scans before other calls can run. */
const defaultSliceRows = 65_536;
const maxSlicesPerStatement = 3;

interface ResultSql {
  readonly page: string;
  readonly ids: string;
  /** Counts the rows `n` whose IDs are in a JSON list. */
  readonly count: string;
  readonly range: (offset: number, limit: number) => Params;
}

interface Run {
  readonly result: Promise<QueryResult>;
  readonly stop: AbortController;
  waiting: number;
}

interface SliceOptions {
  readonly sliceRows: number;
  readonly pace: Pace;
}

let lastTable = 0;

export const loadedConditions = (
  replica: Replica,
  resource: Resource,
  query: LoadedQuery,
  terms: AttentionTerms,
): Sql => allOf([{ sql: 'r.place IS NOT NULL', params: [] }, ...rowConditions(replica, resource, query, terms)]);

/** Needs no computation: an index has the order of all rows, newest first. */
function resultOfAllRows(replica: Replica, resource: Resource): QueryResult {
  const { rows: loaded } = replica.loaded(resource);
  const order = `ORDER BY ${newestFirst}`;
  const restSql = `WHERE r.place IS NOT NULL ${order} LIMIT ? OFFSET ?`;
  const counts = { loaded, matched: loaded };
  return readResult(replica, resource, counts, {
    page: `WHERE r.number IN (SELECT r.number FROM ${resource} AS r ${restSql}) ${order}`,
    ids: `SELECT r.id FROM ${resource} AS r ${restSql}`,
    count: `SELECT count(*) AS n FROM ${resource} WHERE place IS NOT NULL AND id IN (SELECT value FROM json_each(?))`,
    range: (offset, limit) => [limit, offset],
  });
}

function readResult(
  replica: Replica,
  resource: Resource,
  counts: { readonly loaded: number; readonly matched: number },
  { page, ids, count, range }: ResultSql,
) {
  const idList = `SELECT json_group_array(id) AS ids FROM (${ids})`;
  return {
    ...counts,
    rows: (offset: number, limit: number) => replica.rows(resource, page, ...range(offset, limit)),
    values: (fields: readonly string[], offset: number, limit: number) =>
      replica.values(resource, fields, page, ...range(offset, limit)),
    ids: (offset: number, limit: number): string[] =>
      JSON.parse(String(replica.all(idList, ...range(offset, limit))[0]?.['ids'] ?? '[]')),
    countOf: (some: readonly string[]) => count1(replica, count, JSON.stringify(some)),
    drop: (): void => undefined,
  };
}

export type QueryResult = ReturnType<typeof readResult>;

const count1 = (replica: Replica, sql: string, ...params: Params): number =>
  Number(replica.all(sql, ...params)[0]?.['n'] ?? 0);

async function matchRows(
  replica: Replica,
  resource: Resource,
  { sql, params }: Sql,
  { sliceRows, pace }: SliceOptions,
): Promise<string> {
  const table = `matched_${(lastTable += 1)}`;
  replica.run(`CREATE TEMP TABLE ${table} (number INTEGER PRIMARY KEY)`);
  try {
    const lastNumber = count1(replica, `SELECT max(number) AS n FROM ${resource}`);
    for (let from = 0; from < lastNumber; from += sliceRows) {
      replica.run(
        `INSERT INTO ${table} SELECT r.number FROM ${resource} AS r WHERE r.number > ? AND r.number <= ? AND ${sql}`,
        from,
        from + sliceRows,
        ...params,
      );
      await pace();
    }
  } catch (error) {
    replica.run(`DROP TABLE ${table}`);
    throw error;
  }
  return table;
}

async function orderedRows(
  replica: Replica,
  resource: Resource,
  query: LoadedQuery,
  terms: AttentionTerms,
  how: SliceOptions,
): Promise<QueryResult> {
  const { rows: loaded } = replica.loaded(resource);
  const conditions = loadedConditions(replica, resource, query, terms);
  const from = ordersByCompany(resource, query) ? fromRows(resource) : `${resource} AS r`;
  const isSliced =
    loaded > maxSlicesPerStatement * how.sliceRows && rowConditions(replica, resource, query, terms).length > 0;
  const matchTable = isSliced ? await matchRows(replica, resource, conditions, how) : null;
  const table = `result_${(lastTable += 1)}`;
  replica.run(`CREATE TEMP TABLE ${table} (position INTEGER PRIMARY KEY, number INTEGER NOT NULL)`);
  const selectionSql = matchTable ? `JOIN ${matchTable} AS m ON m.number = r.number` : `WHERE ${conditions.sql}`;
  const matched = replica.run(
    `INSERT INTO ${table} (number) SELECT r.number FROM ${from} ${selectionSql} ORDER BY ${rowOrder(resource, query, terms)}`,
    ...(matchTable ? [] : conditions.params),
  );
  if (matchTable) replica.run(`DROP TABLE ${matchTable}`);
  const window = 'x.position > ? AND x.position <= ? ORDER BY x.position';
  const counts = { loaded, matched };
  const result = readResult(replica, resource, counts, {
    page: `JOIN ${table} AS x ON x.number = r.number WHERE ${window}`,
    ids: `SELECT r.id FROM ${table} AS x JOIN ${resource} AS r ON r.number = x.number WHERE ${window}`,
    count: `SELECT count(*) AS n FROM ${table} WHERE number IN
      (SELECT number FROM ${resource} WHERE id IN (SELECT value FROM json_each(?)))`,
    range: (offset, limit) => [offset, offset + limit],
  });
  return { ...result, drop: () => void replica.run(`DROP TABLE IF EXISTS ${table}`) };
}

export function createQueryResults(replica: Replica, resource: Resource, sliceRows = defaultSliceRows) {
  const runs = new Map<string, Run>();
  let stamp = '';
  const discard = (key: string, run: Run) => {
    if (runs.get(key) === run) runs.delete(key);
    // Drops the result in a later tick, because a caller may have just received it and still read it in this tick.
    const drop = (result: QueryResult) => setImmediate(result.drop);
    void run.result.then(drop, () => undefined);
  };
  const compute = async (query: LoadedQuery, terms: AttentionTerms, pace: Pace): Promise<QueryResult> => {
    const matchesEveryRow = isNewestFirst(query) && rowConditions(replica, resource, query, terms).length === 0;
    return matchesEveryRow
      ? resultOfAllRows(replica, resource)
      : orderedRows(replica, resource, query, terms, { sliceRows, pace });
  };
  const start = (key: string, query: LoadedQuery, terms: AttentionTerms): Run => {
    const stop = new AbortController();
    const run: Run = { result: compute(query, terms, createPace(stop.signal)), stop, waiting: 0 };
    run.result.catch(() => discard(key, run));
    return run;
  };
  return {
    /** Returns a result that the caller must drop. Every range takes the same time to read. */
    open: (query: LoadedQuery, signal: AbortSignal, terms: AttentionTerms) =>
      orderedRows(replica, resource, query, terms, { sliceRows, pace: createPace(signal) }),
    /**
     * Returns a result that a later query may drop, so use it before the next await. Rejects with `CancelledError` on
     * abort.
     */
    get: async (query: LoadedQuery, signal: AbortSignal, terms: AttentionTerms) => {
      if (signal.aborted) throw new CancelledError();
      if (replica.stamp() !== stamp) {
        stamp = replica.stamp();
        for (const [key, run] of runs) discard(key, run);
      }
      const minute =
        query.attention.length > 0 ? `${Math.floor(terms.now / 60_000)} ${JSON.stringify(terms.stuckHours)}` : '';
      const key = `${JSON.stringify(query)} ${minute}`;
      const run = runs.get(key) ?? start(key, query, terms);
      runs.delete(key);
      runs.set(key, run);
      for (const [old, one] of runs) if (runs.size > maxResults) discard(old, one);
      run.waiting += 1;
      const abortPromise = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new CancelledError()), { once: true });
      });
      try {
        return await Promise.race([run.result, abortPromise]);
      } finally {
        run.waiting -= 1;
        if (run.waiting === 0 && signal.aborted) {
          run.stop.abort();
          discard(key, run);
        }
      }
    },
  };
}

export type QueryResults = ReturnType<typeof createQueryResults>;
