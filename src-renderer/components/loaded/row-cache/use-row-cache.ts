import { useEffect, useEffectEvent, useMemo, useRef, useState, useSyncExternalStore } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { RowList, TableRow } from '#ui/table/table-types.ts';
import { useStore } from '#ui/state/store.ts';
import { createRowCache, type ReadWindow, type RowCache } from './row-cache.ts';

interface CachedRows<Row> {
  readonly cache: RowCache<Row>;
  /** Identifies the cached list. While the first rows of a new list load, this is still the previous list. */
  readonly listKey: string | null;
  /** True if loading the first rows of another list takes noticeably long. */
  readonly isWaiting: boolean;
}

const waitingAfterMs = 150;

const useIsLasting = (isTrue: boolean): boolean => {
  const [isLasting, setIsLasting] = useState(false);
  useEffect(() => {
    if (!isTrue) return;
    const timer = setTimeout(() => setIsLasting(true), waitingAfterMs);
    return () => {
      clearTimeout(timer);
      setIsLasting(false);
    };
  }, [isTrue]);
  return isTrue && isLasting;
};

/**
 * Caches the rows of `listKey`; null reads nothing. Another list replaces these rows when its first rows arrive, so
 * that typing doesn't empty the table. `version` increases when rows change.
 */
export const useRowCache = <Row>(listKey: string | null, read: ReadWindow<Row>, version: number): CachedRows<Row> => {
  const [wanted, setWanted] = useState(() => ({ listKey, cache: createRowCache(read) }));
  const [shown, setShown] = useState(wanted);
  if (wanted.listKey !== listKey) setWanted({ listKey, cache: createRowCache(read) });

  const isReady = useSyncExternalStore(
    wanted.cache.version.subscribe,
    () => listKey === null || wanted.cache.matched() !== null || wanted.cache.error() !== null,
  );
  if (isReady && shown !== wanted) setShown(wanted);
  useStore(shown.cache.version);

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

  return { cache: shown.cache, listKey: shown.listKey, isWaiting: useIsLasting(shown !== wanted && !isReady) };
};

export const useCachedRows = <Row extends TableRow>(cache: RowCache<ListedRow<Row>>): RowList<Row> => {
  const count = cache.matched() ?? 0;
  return useMemo(() => ({ count, itemAt: cache.rowAt, want: cache.want }), [cache, count]);
};
