import { useQueries } from '@tanstack/react-query';
import { readRotateHash } from '#shared/dashboard-api/rotate-hash.ts';
import { call } from '../api/call.ts';
import type { Organization } from '../api/session.ts';

/**
 * Which organization of a person has the active key that an address asks to rotate: the one on screen last where it has one,
 * else any other. Undefined where none has, or none is asked for.
 */
export const useRotationPlace = (
  hash: string,
  organizations: readonly Organization[],
  last: Organization | undefined,
): { readonly isReading: boolean; readonly organization: Organization | undefined } => {
  const lastFour = readRotateHash(hash);
  // Where there is one organization there is nothing to look for.
  const wanted = lastFour === undefined || organizations.length < 2 ? [] : organizations;
  const queries = useQueries({
    queries: wanted.map(({ id }) => ({
      queryKey: ['listKeys', id, ''],
      queryFn: () => call('listKeys', { params: { organization: id } }),
    })),
  });
  const having = wanted.filter((_each, index) =>
    queries[index]?.data?.some((key) => key.revoked === null && key.lastFour === lastFour),
  );
  return {
    isReading: queries.some(({ isPending }) => isPending),
    organization: having.find((each) => each === last) ?? having[0],
  };
};
