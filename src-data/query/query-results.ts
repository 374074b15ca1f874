import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { Cancelled, createPace, type Pace } from '../rows/pace.ts';
import { filterRows } from './filter-rows.ts';
import { type AttentionSource, findAttention } from './find-attention.ts';
import { createRowOrders, stuckFirst } from './order-rows.ts';
import type { TableView } from './table-view.ts';

/** Results kept per table: a scrolled table asks for many windows of one. */
const mostResults = 4;

/** From so many rows on, what sorts begin with is made before somebody sorts. */
const manyRows = 20_000;
/** How long rows and names must have stayed as they are: a load or a directory that is read changes them all the time. */
const restMs = 500;

/** The rows of a query in its order. */
interface QueryResult {
  readonly version: number;
  readonly loaded: number;
  readonly rows: Uint32Array;
}

interface Running<Result> {
  readonly result: Promise<Result>;
  readonly stop: AbortController;
  waiting: number;
}

/** Results by key: computed once while they hold, ended when nobody waits for them any more. */
function createResults<Result>(limit: number) {
  const runs = new Map<string, Running<Result>>();
  const startRun = (key: string, compute: (pace: Pace) => Promise<Result>): Running<Result> => {
    const stop = new AbortController();
    const run: Running<Result> = { result: compute(createPace(stop.signal)), stop, waiting: 0 };
    run.result.catch(() => runs.get(key) === run && runs.delete(key));
    return run;
  };
  return {
    clear: () => runs.clear(),
    get: async (key: string, signal: AbortSignal, compute: (pace: Pace) => Promise<Result>): Promise<Result> => {
      if (signal.aborted) throw new Cancelled();
      const run = runs.get(key) ?? startRun(key, compute);
      runs.delete(key);
      runs.set(key, run);
      for (const old of runs.keys()) if (runs.size > limit) runs.delete(old);
      run.waiting += 1;
      const leave = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(new Cancelled()), { once: true });
      });
      try {
        return await Promise.race([run.result, leave]);
      } finally {
        run.waiting -= 1;
        if (run.waiting === 0 && signal.aborted) {
          run.stop.abort();
          if (runs.get(key) === run) runs.delete(key);
        }
      }
    },
  };
}

/** Answers the queries of one table. */
export interface QueryResults {
  /** Rejects with `Cancelled` when `signal` is aborted; the search then ends, unless somebody else waits for it. */
  readonly get: (query: LoadedQuery, signal: AbortSignal, attention: AttentionSource) => Promise<QueryResult>;
}

export function createQueryResults(view: TableView): QueryResults {
  const results = createResults<QueryResult>(mostResults);
  const orders = createResults<Uint32Array>(mostResults);
  const rowOrders = createRowOrders(view);
  let stamp = '';
  let preparedAt = '';
  let resting: NodeJS.Timeout | undefined;
  const prepareAtRest = () => {
    clearTimeout(resting);
    if (view.table.count() < manyRows || preparedAt === view.stamp()) return;
    const before = view.stamp();
    resting = setTimeout(() => {
      if (view.stamp() !== before) return;
      preparedAt = before;
      rowOrders.prepare(createPace()).catch(() => undefined);
    }, restMs).unref();
  };
  return {
    get: (query, signal, attention) => {
      // Rows that were added meanwhile make every kept order stale; memory is not held for them.
      if (view.stamp() !== stamp) {
        stamp = view.stamp();
        results.clear();
        orders.clear();
      }
      prepareAtRest();
      const judged = query.attention.length === 0 ? '' : attention.stamp();
      return results.get(`${JSON.stringify(query)} ${judged}`, signal, async (pace) => {
        const version = view.table.version();
        const order = await orders.get(JSON.stringify(query.sort), new AbortController().signal, (orderPace) =>
          rowOrders.get(query.sort, orderPace),
        );
        await pace();
        const asks = query.attention.length > 0 && view.resource === 'migrations';
        const found = asks ? await findAttention(view, await attention.read(), pace) : null;
        const rows = await filterRows(view, query, { rows: order, attention: found }, pace);
        const isQueue = found !== null && query.sort === null;
        return { version, loaded: order.length, rows: isQueue ? await stuckFirst(found, rows, pace) : rows };
      });
    },
  };
}
