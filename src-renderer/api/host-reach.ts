import { useSyncExternalStore } from 'react';

/** Whether the program behind the page answers; it can go away in the browser host only. */
export interface HostReach {
  readonly get: () => boolean;
  readonly set: (reachable: boolean) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const createHostReach = (): HostReach => {
  const listeners = new Set<() => void>();
  let reachable = true;
  return {
    get: () => reachable,
    set: (next) => {
      if (next === reachable) return;
      reachable = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useHostReach = (reach: HostReach): boolean => useSyncExternalStore(reach.subscribe, reach.get);
