import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { RowList, TableRow } from '#ui/table/table-types.ts';
import { createRowCache, type RowCache, type RowWindow } from './row-cache.ts';

export type ReadWindow<Row> = (offset: number, limit: number, signal: AbortSignal) => Promise<RowWindow<Row>>;

interface Held<Row> {
  readonly listKey: string | null;
  readonly cache: RowCache<Row>;
  readonly subscribe: (listener: () => void) => () => void;
}

const hold = <Row extends TableRow>(listKey: string | null, read: ReadWindow<Row>): Held<ListedRow<Row>> => {
  const listeners = new Set<() => void>();
  return {
    listKey,
    cache: createRowCache({
      read: async (offset, limit, signal) => {
        const { matched, rows } = await read(offset, limit, signal);
        return { matched, rows: rows.map((value) => ({ kind: 'row' as const, value })) };
      },
      onChange: () => {
        for (const listener of listeners) listener();
      },
    }),
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

interface CachedRows<Row> {
  readonly cache: RowCache<Row>;
  /** Identifies the cached list. It is still the previous list while the first rows of a new one load. */
  readonly listKey: string | null;
  /** Set if the first rows of another list take noticeably long. */
  readonly isWaiting: boolean;
}

const waitingAfterMs = 150;

const useLasts = (isTrue: boolean): boolean => {
  const [lasts, setLasts] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setLasts(true), waitingAfterMs);
    return () => {
      clearTimeout(timer);
      setLasts(false);
    };
  }, [isTrue]);
  return isTrue && lasts;
};

/**
 * Caches the rows of `listKey`; null reads nothing. Another list replaces them once its first rows arrive, so typing doesn't empty the
 * table. `version` increases when rows change.
 */
export const useRowCache = <Row extends TableRow>(
  listKey: string | null,
  read: ReadWindow<Row>,
  version: number,
): CachedRows<ListedRow<Row>> => {
  const [wanted, setWanted] = useState(() => hold(listKey, read));
  const [shown, setShown] = useState(wanted);
  if (wanted.listKey !== listKey) setWanted(hold(listKey, read));

  const isReady = useSyncExternalStore(
    wanted.subscribe,
    () => listKey === null || wanted.cache.matched() !== null || wanted.cache.error() !== null,
  );
  if (isReady && shown !== wanted) setShown(wanted);
  useSyncExternalStore(shown.subscribe, shown.cache.version);

  useEffect(() => {
    if (wanted.listKey !== null) wanted.cache.want({ first: 0, end: 1 });
    return () => wanted.cache.stop();
  }, [wanted]);

  const readVersion = useRef(version);
  const renew = useEffectEvent(() => {
    wanted.cache.renew();
    if (shown !== wanted) shown.cache.renew();
  });
  useEffect(() => {
    if (readVersion.current === version) return;
    readVersion.current = version;
    renew();
  }, [version]);

  return { cache: shown.cache, listKey: shown.listKey, isWaiting: useLasts(shown !== wanted && !isReady) };
};

export const useCachedRows = <Row extends TableRow>(cache: RowCache<ListedRow<Row>>): RowList<Row> => {
  const count = cache.matched() ?? 0;
  return useMemo(() => ({ count, itemAt: cache.rowAt, want: cache.want }), [cache, count]);
};
