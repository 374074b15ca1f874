import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';
import { appErrorOf, useConsole, useOnEvent } from '../../../api/console-api.ts';
import { useConsoleState } from '../../../api/profiles.ts';
import { useTimerAt } from '../../../api/read-failures.ts';
import { type Lookup, type LookupEvent, newLookup, nextIds, reduceLookup } from './lookup.ts';

/** The last lookup. Navigation keeps it, and it resumes when the user returns. */
const latest = createStore<Lookup | null>(null);

const dispatch = (list: string, event: LookupEvent): void => {
  const previous = latest.get();
  if (previous?.list === list) latest.set(reduceLookup(previous, event, Date.now()));
};

export const useLookup = () => {
  const { api } = useConsole();
  const profileId = useConsoleState()?.profile.id;
  const stored = useStore(latest);
  // A lookup of one profile must never be shown in another.
  const lookup = stored?.profileId === profileId ? stored : null;

  const ask = useEffectEvent(async (of: Lookup, signal: AbortSignal) => {
    const ids = [...nextIds(of)];
    try {
      const reply = await api.migrations.lookup({ list: of.list, ids }, { signal });
      // The response may come from a profile to which this page hasn't switched yet.
      if (reply.profileId === of.profileId) dispatch(of.list, { kind: 'answered', ...reply });
    } catch (thrown) {
      if (!signal.aborted) dispatch(of.list, { kind: 'refused', problem: appErrorOf(thrown) });
    }
  });
  const request = lookup?.phase === 'asking' ? lookup : null;
  // Each response creates a new lookup object, which makes this effect send the next request.
  useEffect(() => {
    if (!request) return;
    const stop = new AbortController();
    void ask(request, stop.signal);
    return () => stop.abort();
  }, [request]);
  useOnEvent('migrations:changed', ({ profileId: changedProfile, rows }) => {
    if (lookup?.profileId === changedProfile) dispatch(lookup.list, { kind: 'rowsChanged', rows });
  });
  useTimerAt(lookup?.resumesAt ?? null, () => (lookup ? dispatch(lookup.list, { kind: 'resumed' }) : undefined));

  return {
    lookup,
    start: (ids: readonly string[]) => {
      if (profileId !== undefined) latest.set(newLookup(crypto.randomUUID(), profileId, ids, Date.now()));
    },
    tell: (event: LookupEvent) => (lookup ? dispatch(lookup.list, event) : undefined),
    clear: () => latest.set(null),
  };
};
