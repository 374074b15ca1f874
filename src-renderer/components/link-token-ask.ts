import { useEffect, useEffectEvent, useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let asked = false;

const set = (now: boolean): void => {
  asked = now;
  for (const listener of listeners) listener();
};

/** Asks the Link tokens page, which may not be there yet, for a new token. No address can do this. */
export const askForLinkToken = (): void => set(true);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** Calls `make` once for each time that a token was asked for elsewhere, when `ready`. */
export const useAskedLinkToken = (ready: boolean, make: () => void): void => {
  const isAsked = useSyncExternalStore(subscribe, () => asked);
  const onAsked = useEffectEvent(make);
  useEffect(() => {
    if (!isAsked || !ready) return;
    set(false);
    onAsked();
  }, [isAsked, ready]);
};
