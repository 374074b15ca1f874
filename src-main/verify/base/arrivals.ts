export interface Arrivals<Item> {
  readonly all: readonly Item[];
  readonly add: (item: Item) => void;
  /** Resolves with the first matching item since `from`. Null if no item arrives in time. */
  readonly until: <Found extends Item = Item>(
    matches: ((item: Item) => item is Found) | ((item: Item) => boolean),
    withinMs: number,
    from?: number,
  ) => Promise<Found | null>;
}

export function createArrivals<Item>(signal: AbortSignal): Arrivals<Item> {
  const all: Item[] = [];
  const waits = new Set<() => void>();
  return {
    all,
    add: (item) => {
      all.push(item);
      for (const check of waits) check();
    },
    until: <Found extends Item>(matches: (item: Item) => boolean, withinMs: number, from = 0) =>
      new Promise<Found | null>((resolve) => {
        const end = (found: Found | null): void => {
          clearTimeout(timer);
          signal.removeEventListener('abort', stop);
          waits.delete(check);
          resolve(found);
        };
        const stop = () => end(null);
        const check = () => {
          const found = all.slice(from).find(matches);
          if (found !== undefined) end(found as Found);
        };
        const timer = setTimeout(stop, withinMs);
        signal.addEventListener('abort', stop, { once: true });
        waits.add(check);
        // Items that have already arrived count, even after the wait is over.
        check();
        if (signal.aborted) stop();
      }),
  };
}
