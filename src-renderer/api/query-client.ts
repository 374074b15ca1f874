import { QueryClient } from '@tanstack/react-query';
import { retryPolicy } from '#shared/retry-policy.ts';
import { appErrorOf } from './console-api.ts';

/** A read that was ended for another's sake, as by a change of its profile; a page's own cancel is never asked here. */
const isCutOff = (error: unknown): boolean => appErrorOf(error).code === 'cancelled';

/**
 * The page's cache. Tries and deadlines are the trusted process's work, so nothing that failed is tried again here;
 * only a read that the trusted process itself has cut off begins anew. What the browser believes of its network says
 * nothing about the service.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (cutOffs, error) => isCutOff(error) && cutOffs < retryPolicy.cutOff.tries,
        retryDelay: retryPolicy.cutOff.pauseMs,
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 10 * 60_000,
      },
    },
  });
