import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readRotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { readFresh, type Organization } from '../api/session.ts';
import { type Destination, destinationOf } from '../navigation/destination.ts';
import { hrefOf, replaceHash, useHash } from '../navigation/route.ts';

const lastOrganization = 'ferry-dashboard-organization';
const none: readonly Organization[] = [];

/**
 * Returns the page for the current URL. A rotation link first refetches the keys of every organization, to find keys
 * that were just created elsewhere. Then the page's own URL replaces the link.
 */
export const useDestination = (organizations: readonly Organization[] = none) => {
  const hash = useHash();
  const client = useQueryClient();
  const lastFour = readRotateHash(hash);
  const ids = organizations.map(({ id }) => id);
  const query = useQuery({
    queryKey: ['keysOfAll', lastFour, ids],
    enabled: lastFour !== undefined && ids.length > 0,
    // Refetches for each opened link. `readFresh` retries, so the query must not.
    staleTime: 0,
    retry: false,
    queryFn: async () => {
      const read = async (id: string) => [id, await readFresh(client, 'listKeys', id)] as const;
      return new Map(await Promise.all(ids.map(read)));
    },
  });
  const destination: Destination = destinationOf({
    hash,
    organizations,
    lastId: localStorage.getItem(lastOrganization),
    freshKeys: query.fetchStatus === 'idle' && query.isSuccess ? query.data : undefined,
  });
  const shownId = destination.kind === 'page' ? destination.organization.id : undefined;
  useEffect(() => {
    if (shownId === undefined) return;
    localStorage.setItem(lastOrganization, shownId);
    if (readRotateHash(hash) !== undefined) replaceHash(hrefOf(shownId, 'keys'));
  }, [shownId, hash]);
  return { destination, error: query.isFetching ? null : query.error };
};
