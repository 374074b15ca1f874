import { QueryClient } from '@tanstack/react-query';

/**
 * The page's cache. Tries and deadlines are the trusted process's work, so nothing is tried again here; what the
 * browser believes of its network says nothing about the service.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: { retry: false, networkMode: 'always', staleTime: 15_000, gcTime: 10 * 60_000 },
    },
  });
