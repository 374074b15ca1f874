import { useSyncExternalStore } from 'react';

/** A value outside the component tree. Any component can set it, and components that use it re-render. */
export interface Store<Value> {
  readonly get: () => Value;
  readonly set: (value: Value) => void;
  readonly subscribe: (listener: () => void) => () => void;
}

export const createStore = <Value>(first: Value): Store<Value> => {
  const listeners = new Set<() => void>();
  let value = first;
  return {
    get: () => value,
    set: (next) => {
      if (Object.is(next, value)) return;
      value = next;
      for (const listener of listeners) listener();
    },
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
};

export const useStore = <Value>({ subscribe, get }: Omit<Store<Value>, 'set'>): Value =>
  useSyncExternalStore(subscribe, get, get);
