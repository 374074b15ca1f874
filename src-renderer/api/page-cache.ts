import { hashKey, type QueryClient, type QueryFunctionContext, type QueryKey } from '@tanstack/react-query';

type Change<Data> = (before: Data | undefined) => Data | undefined;

const reads = new WeakMap<QueryClient, Map<string, Set<Change<unknown>[]>>>();

/** Changes cached data, and the response of a pending read, which may be older than the change. */
export const changeCache = <Data>(client: QueryClient, key: QueryKey, change: Change<Data>): void => {
  const hash = hashKey(key);
  if (!client.getQueryCache().get(hash)) return;
  for (const changes of reads.get(client)?.get(hash) ?? []) changes.push(change as Change<unknown>);
  client.setQueryData<Data>(key, change);
};

/** Changes data that is cached or being read. Keeps the data's age and the error of its last read. */
export const amendCache = <Data>(client: QueryClient, prefix: QueryKey, change: (before: Data) => Data): void => {
  for (const query of client.getQueryCache().findAll({ queryKey: prefix })) {
    for (const changes of reads.get(client)?.get(query.queryHash) ?? []) {
      changes.push((before) => (before === undefined ? before : change(before as Data)));
    }
    const previous = query.state.data as Data | undefined;
    if (previous !== undefined) query.setState({ data: change(previous) });
  }
};

/** Returns the result of `ask`, with all changes that were made to this cache entry since the call. */
export const fetchWithChanges = async <Data>(
  client: QueryClient,
  key: QueryKey,
  ask: () => Promise<Data>,
): Promise<Data> => {
  const readsByCache = reads.get(client) ?? new Map<string, Set<Change<unknown>[]>>();
  reads.set(client, readsByCache);
  const hash = hashKey(key);
  const pendingReads = readsByCache.get(hash) ?? new Set();
  readsByCache.set(hash, pendingReads);
  const changes: Change<unknown>[] = [];
  pendingReads.add(changes);
  try {
    const reply = await ask();
    return changes.reduce<Data>((data, change) => (change(data) as Data | undefined) ?? data, reply);
  } finally {
    pendingReads.delete(changes);
    if (pendingReads.size === 0) readsByCache.delete(hash);
  }
};

/** Reads a query. A response older than an event never overwrites the event's state. */
export const readWithChanges =
  <Data>(ask: (signal: AbortSignal, client: QueryClient) => Promise<Data>) =>
  ({ client, queryKey, signal }: QueryFunctionContext): Promise<Data> =>
    fetchWithChanges(client, queryKey, () => ask(signal, client));

/** Stores a call's result with all changes that events have made since the call was sent. */
export const keepReply = async <Data>(client: QueryClient, key: QueryKey, ask: () => Promise<Data>): Promise<Data> =>
  client.setQueryData<Data>(key, await fetchWithChanges(client, key, ask)) as Data;
