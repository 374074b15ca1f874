import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import { useCallback, useSyncExternalStore } from 'react';
import type { Listing, ListingTopic } from './listing-query.ts';

const newestTotal = (client: QueryClient, topic: ListingTopic): number | null => {
  let newest = 0;
  let total: number | null = null;
  for (const query of client.getQueryCache().findAll({ queryKey: [topic, 'list'] })) {
    const data = query.state.data as Listing<unknown> | undefined;
    if (!data || query.state.dataUpdatedAt < newest) continue;
    newest = query.state.dataUpdatedAt;
    total = data.total;
  }
  return total;
};

/** The total that the service said last, on whichever page; null where it says none or nothing was read yet. */
export const useKnownTotal = (topic: ListingTopic): number | null => {
  const client = useQueryClient();
  const subscribe = useCallback((listener: () => void) => client.getQueryCache().subscribe(listener), [client]);
  return useSyncExternalStore(subscribe, () => newestTotal(client, topic));
};
