/** Concurrent calls of `act`. Small servers (Radicale) queue at most five connections. */
export const concurrency = 4;

/** Runs `act` for every item. The first error stops further calls. */
export const each = async <Item>(items: Iterable<Item>, act: (item: Item) => Promise<void>): Promise<void> => {
  const iterator = items[Symbol.iterator]();
  const failure = new AbortController();
  const work = async (): Promise<void> => {
    for (let next = iterator.next(); !next.done && !failure.signal.aborted; next = iterator.next()) {
      await act(next.value).catch((error: unknown) => {
        failure.abort();
        throw error;
      });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: concurrency }, work));
  const rejection = outcomes.find((end) => end.status === 'rejected');
  if (rejection !== undefined) throw rejection.reason;
};
