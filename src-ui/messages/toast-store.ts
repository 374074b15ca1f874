import { useSyncExternalStore } from 'react';

export interface Toast {
  readonly id: number;
  readonly text: string;
  readonly kind: 'done' | 'note';
}

const listeners = new Set<() => void>();
let current: Toast | null = null;
let count = 0;

const set = (toast: Toast | null): void => {
  current = toast;
  for (const listener of listeners) listener();
};

/** Shows one short message at the bottom right; a new one takes the place of the old. */
export const showToast = (text: string, kind: Toast['kind']): void => {
  count += 1;
  set({ id: count, text, kind });
};

export const hideToast = (id: number): void => {
  if (current?.id === id) set(null);
};

const subscribe = (listener: () => void): (() => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

export const useToast = (): Toast | null => useSyncExternalStore(subscribe, () => current);
