import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import { Cancelled, createPace, type Pace } from '../rows/pace.ts';
import { filterRows } from './filter-rows.ts';
import { orderRows } from './order-rows.ts';
import type { TableView } from './table-view.ts';

/** Results kept per table: a scrolled table asks for many windows of one. */
const kept = 4;

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
function createKeptResults<Result>(limit: number) {
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
  readonly get: (query: LoadedQuery, signal: AbortSignal) => Promise<QueryResult>;
}

export function createQueryResults(view: TableView): QueryResults {
  const results = createKeptResults<QueryResult>(kept);
  const orders = createKeptResults<Uint32Array>(kept);
  let stamp = '';
  return {
    get: (query, signal) => {
      // Rows that were added meanwhile make every kept order stale; memory is not held for them.
      if (view.stamp() !== stamp) {
        stamp = view.stamp();
        results.clear();
        orders.clear();
      }
      return results.get(JSON.stringify(query), signal, async (pace) => {
        const version = view.table.version();
        const order = await orders.get(JSON.stringify(query.sort), new AbortController().signal, (orderPace) =>
          orderRows(view, query.sort, orderPace),
        );
        await pace();
        const rows = await filterRows(view, query, order, pace);
        return { version, loaded: order.length, rows };
      });
    },
  };
}
