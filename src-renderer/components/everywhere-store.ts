import { useSyncExternalStore } from 'react';

const listeners = new Set<() => void>();
let asked: string | null = null;

const set = (id: string | null): void => {
  asked = id;
  for (const listener of listeners) listener();
};

/** Opens the search for a migration in all profiles (W7). */
export const findEverywhere = (id: string): void => set(id);
export const closeEverywhere = (): void => set(null);

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/** The id that is looked for; null while the search is closed. */
export const useAskedEverywhere = (): string | null => useSyncExternalStore(subscribe, () => asked);
