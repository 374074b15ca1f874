import { useMemo } from 'react';
import type { RequestLine } from '#shared/console-contract/requests-calls.ts';
import { useConsoleState, useProfileList } from '../../../api/profiles.ts';

export const useProfileNames = (lines: readonly RequestLine[]): ReadonlyMap<string, string> => {
  const profiles = useProfileList()?.profiles;
  const active = useConsoleState()?.profile;
  const usedIds = [...new Set(lines.map(({ profileId }) => profileId))].join(' ');
  return useMemo(() => {
    const names = new Map([...(active ? [active] : []), ...(profiles ?? [])].map(({ id, name }) => [id, name]));
    return new Map(
      usedIds
        .split(' ')
        .filter(Boolean)
        .map((id) => [id, names.get(id) ?? 'Removed profile']),
    );
  }, [usedIds, profiles, active]);
};
