import { useEffect, useRef, useState } from 'react';
import type { SearchedProfile } from '#shared/console-contract/everywhere-calls.ts';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from '../../api/console-api.ts';
import { useConsole } from '../../api/console-context.tsx';

interface SearchEverywhere {
  readonly searched: readonly SearchedProfile[];
  readonly phase: 'searching' | 'stopped' | 'ended';
  readonly error: AppError | null;
  readonly stop: () => void;
  readonly again: () => void;
}

const addSearched = (before: readonly SearchedProfile[], added: SearchedProfile): readonly SearchedProfile[] => [
  ...before.filter(({ profileId }) => profileId !== added.profileId),
  added,
];

/** Searches all profiles while mounted or until stopped. Results stay after a stop. */
export const useSearchEverywhere = (text: string): SearchEverywhere => {
  const { api, listen } = useConsole();
  const [run, setRun] = useState(1);
  const [searched, setSearched] = useState<readonly SearchedProfile[]>([]);
  const [phase, setPhase] = useState<SearchEverywhere['phase']>('searching');
  const [error, setError] = useState<AppError | null>(null);
  const controllerRef = useRef<AbortController | null>(null);
  useEffect(() => {
    if (run === 0) return;
    const controller = new AbortController();
    controllerRef.current = controller;
    const stopListening = listen(({ name, data }) => {
      if (name !== 'everywhere:searched' || data.text !== text || controller.signal.aborted) return;
      setSearched((before) => addSearched(before, data.searched));
    });
    const search = async (): Promise<void> => {
      try {
        const result = await api.everywhere.search({ text }, { signal: controller.signal });
        if (!controller.signal.aborted) setSearched(result);
      } catch (thrown) {
        if (!controller.signal.aborted) setError(appErrorOf(thrown));
      } finally {
        if (!controller.signal.aborted) setPhase('ended');
      }
    };
    void search();
    return () => {
      controller.abort();
      stopListening();
    };
  }, [api, listen, text, run]);
  return {
    searched,
    phase,
    error,
    stop: () => {
      controllerRef.current?.abort();
      setPhase('stopped');
    },
    again: () => {
      setSearched([]);
      setError(null);
      setPhase('searching');
      setRun(run + 1);
    },
  };
};
