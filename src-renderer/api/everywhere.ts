import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { FoundInProfile } from '#shared/console-contract/everywhere-calls.ts';
import { useConsole } from './console-context.tsx';
import { keptRead } from './kept-cache.ts';

/** Where the answers of the profiles about one id are kept. */
export const everywhereKey = (id: string) => ['console', 'everywhere', id] as const;

/** The answers with that of one profile new or changed. */
export const withFound = (before: readonly FoundInProfile[] = [], found: FoundInProfile): readonly FoundInProfile[] => [
  ...before.filter(({ profileId }) => profileId !== found.profileId),
  found,
];

/** What the profiles say about an id, as they answer one after the other; asked anew each time it is shown. */
export const useEverywhere = (id: string): UseQueryResult<readonly FoundInProfile[]> => {
  const { api } = useConsole();
  return useQuery<readonly FoundInProfile[]>({
    queryKey: everywhereKey(id),
    queryFn: keptRead((signal) => api.everywhere.find({ id }, { signal })),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
};
