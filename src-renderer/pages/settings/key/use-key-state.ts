import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { KeyState } from '#shared/console-contract/api-key-calls.ts';
import type { ProfileView } from '#shared/console-contract/profiles-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';

/** Ms after which the card says that the console is waiting for the keychain. */
const slowAfterMs = 1_500;

interface KnownKeyState {
  readonly state: KeyState | undefined;
  readonly asking: boolean;
  readonly waiting: boolean;
  readonly askAgain: () => void;
  readonly stopWaiting: () => void;
}

export const useKeyState = (profile: ProfileView): KnownKeyState => {
  const { api } = useConsole();
  const client = useQueryClient();
  const queryKey = ['console', 'key-state', profile.id, profile.baseURL, profile.key?.storedAt ?? null];
  const query = useQuery({
    queryKey,
    queryFn: ({ signal }) => api.apiKey.state({ profileId: profile.id }, { signal }),
    staleTime: 0,
    gcTime: 0,
    refetchOnWindowFocus: false,
  });
  const { isFetching } = query;
  const [waiting, setWaiting] = useState(false);
  useEffect(() => {
    if (!isFetching) return;
    const timer = setTimeout(() => setWaiting(true), slowAfterMs);
    return () => {
      clearTimeout(timer);
      setWaiting(false);
    };
  }, [isFetching]);
  return {
    state: query.data,
    asking: isFetching,
    waiting,
    askAgain: () => void query.refetch(),
    stopWaiting: () => void client.cancelQueries({ queryKey }),
  };
};
