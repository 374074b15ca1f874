import { useEffect, useEffectEvent } from 'react';
import type { LinkedService } from '#shared/deep-links/deep-link.ts';
import { createStore, type Store, useStore } from '#ui/state/store.ts';

/** Text that the open dialog searches for in all profiles. */
export const everywhereText = createStore<string | null>(null);
/** Link that a dialog checks and opens. */
export const linkToOpen = createStore<string | null>(null);
export const linkTokenRequest = createStore<true | null>(null);
export const proposedService = createStore<LinkedService | null>(null);

/** Takes the value of a request and runs it once the page is ready. */
export const useRequest = <Value>(request: Store<Value | null>, ready: boolean, run: (value: Value) => void): void => {
  const value = useStore(request);
  const onRequest = useEffectEvent(run);
  useEffect(() => {
    if (value === null || !ready) return;
    request.set(null);
    onRequest(value);
  }, [request, value, ready]);
};
