import { QueryClient } from '@tanstack/react-query';
import { retryPolicy } from '#shared/retry-policy.ts';
import { appErrorOf } from './console-api.ts';

/** Whether the trusted process cancelled a read. React Query doesn't pass the page's own cancellations here. */
const isCutOff = (error: unknown): boolean => appErrorOf(error).code === 'cancelled';

/**
 * Creates the page's cache. The trusted process already retries, so the page retries only reads that the trusted
 * process has cancelled. Ignores the browser's online state, which doesn't show whether the service is reachable.
 */
export const createQueryClient = (): QueryClient =>
  new QueryClient({
    defaultOptions: {
      queries: {
        retry: (cutOffCount, error) => isCutOff(error) && cutOffCount < retryPolicy.cutOff.tries,
        retryDelay: retryPolicy.cutOff.pauseMs,
        networkMode: 'always',
        staleTime: 15_000,
        gcTime: 10 * 60_000,
      },
    },
  });
