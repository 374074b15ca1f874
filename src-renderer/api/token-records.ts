import { queryOptions, useQuery } from '@tanstack/react-query';
import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { ConsoleApi } from './console-api.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** A record with its begin by the page's monotonic clock. */
export interface ShownToken extends TokenRecord {
  readonly began: number;
}

/** A record as it was told just now. */
export const shown = (record: TokenRecord): ShownToken => ({ ...record, began: performance.now() - record.ageMs });

/** Where the records are kept. */
export const recordsKey = ['console', 'link-tokens'] as const;

const recordsOptions = (api: ConsoleApi) =>
  queryOptions({
    queryKey: recordsKey,
    queryFn: keptRead(async (signal) => (await api.linkTokens.history({}, { signal })).map(shown)),
    staleTime: 0,
    // An older age is not taken over again, or the countdown would jump.
    structuralSharing: false,
  });

/** The link tokens of this run, newest first; undefined until first read. */
export const useTokenRecords = (): readonly ShownToken[] | undefined => useQuery(recordsOptions(useConsole().api)).data;
