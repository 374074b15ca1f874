import { QueryClient } from '@tanstack/react-query';
import { retryPolicy } from '#shared/retry-policy.ts';
import { appErrorOf } from './console-api.ts';

/** A read that was ended for another's sake, as by a change of its profile; a page's own cancel is never asked here. */
const isCutOff = (error: unknown): boolean => appErrorOf(error).code === 'cancelled';

/**
 * The page's cache. The trusted process retries, so nothing is retried here, except reads that the trusted process
 * itself cut off. The browser's online state says nothing about the service.
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
