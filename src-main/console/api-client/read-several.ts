/** Reads values by ID, `concurrency` at a time, until the signal is aborted. Leaves out null values. */
export const readSeveral = async <Value>(
  ids: readonly string[],
  read: (id: string) => Promise<Value | null>,
  { concurrency, signal }: { readonly concurrency: number; readonly signal: AbortSignal },
): Promise<Value[]> => {
  const found: Value[] = [];
  for (let from = 0; from < ids.length && !signal.aborted; from += concurrency) {
    const values = await Promise.all(ids.slice(from, from + concurrency).map(read));
    found.push(...values.filter((value) => value !== null));
  }
  return found;
};

export const setBounded = <Key, Value>(cache: Map<Key, Value>, key: Key, value: Value, max: number): void => {
  cache.delete(key);
  cache.set(key, value);
  for (const oldest of cache.keys()) {
    if (cache.size <= max) break;
    cache.delete(oldest);
  }
};
