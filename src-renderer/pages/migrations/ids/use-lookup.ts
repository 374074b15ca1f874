import { useEffect, useEffectEvent } from 'react';
import { createStore, useStore } from '#ui/state/store.ts';
import { appErrorOf } from '../../../api/console-api.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useConsoleState } from '../../../api/profiles.ts';
import { useAt } from '../../../api/read-failures.ts';
import { type LookUp, type LookUpEvent, newLookUp, nextIds, reduceLookUp } from './lookup.ts';

/** The last lookup; it survives navigation and resumes on return. */
const latest = createStore<LookUp | null>(null);

const tell = (list: string, event: LookUpEvent): void => {
  const before = latest.get();
  if (before?.list === list) latest.set(reduceLookUp(before, event, Date.now()));
};

interface LookUpRun {
  /** null if nothing was looked up in this profile. */
  readonly lookup: LookUp | null;
  readonly start: (ids: readonly string[]) => void;
  readonly tell: (event: LookUpEvent) => void;
  readonly clear: () => void;
}

export const useLookUp = (): LookUpRun => {
  const { api, listen } = useConsole();
  const profileId = useConsoleState()?.profile.id;
  const stored = useStore(latest);
  // Never show one profile's lookup in another profile.
  const lookup = stored?.profileId === profileId ? stored : null;

  const ask = useEffectEvent(async (of: LookUp, signal: AbortSignal) => {
    const ids = [...nextIds(of)];
    try {
      const reply = await api.migrations.lookup({ list: of.list, ids }, { signal });
      // The response may come from a profile to which this page hasn't switched yet.
      if (reply.profileId === of.profileId) tell(of.list, { kind: 'answered', ...reply });
    } catch (thrown) {
      if (!signal.aborted) tell(of.list, { kind: 'refused', problem: appErrorOf(thrown) });
    }
  });
  const request = lookup?.phase === 'asking' ? lookup : null;
  // Each response creates a new lookup object, so this effect sends the next request.
  useEffect(() => {
    if (!request) return;
    const stop = new AbortController();
    void ask(request, stop.signal);
    return () => stop.abort();
  }, [request]);
  useEffect(
    () =>
      listen(({ name, data }) => {
        const shown = latest.get();
        if (name !== 'migrations:changed' || shown?.profileId !== data.profileId) return;
        tell(shown.list, { kind: 'rowsChanged', rows: data.rows });
      }),
    [listen],
  );
  useAt(lookup?.goesOnAt ?? null, () => (lookup ? tell(lookup.list, { kind: 'resumed' }) : undefined));

  return {
    lookup,
    start: (ids) => {
      if (profileId !== undefined) latest.set(newLookUp(crypto.randomUUID(), profileId, ids, Date.now()));
    },
    tell: (event) => (lookup ? tell(lookup.list, event) : undefined),
    clear: () => latest.set(null),
  };
};
