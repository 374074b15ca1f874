import { useCallback, useEffect, useRef, useState } from 'react';
import type { AppError } from '#shared/app-error.ts';
import { appErrorOf } from './console-api.ts';

interface Action<Args extends readonly unknown[]> {
  /** Starts it; while it runs, another start does nothing. Resolves with whether it came to its end without an error. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
  readonly error: AppError | null;
  readonly forgetError: () => void;
}

/** Runs an action once for each time it is started, one after the other: none of them is lost. */
export const useInTurn = <Args extends readonly unknown[]>({ run }: Pick<Action<Args>, 'run'>): Action<Args>['run'] => {
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  return useCallback(
    (...args: Args) => {
      last.current = last.current.then(() => run(...args));
      return last.current;
    },
    [run],
  );
};

/**
 * Runs an action the user starts and tracks whether it runs and how it failed. Doesn't store its arguments, so they may
 * include a key. Aborts the signal on unmount.
 */
export const useAction = <Args extends readonly unknown[]>(
  action: (signal: AbortSignal, ...args: Args) => Promise<void>,
): Action<Args> => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  const latest = useRef(action);
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = action;
  });
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (...args: Args): Promise<boolean> => {
    if (running.current) return false;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setError(null);
    try {
      await latest.current(controller.signal, ...args);
      return true;
    } catch (thrown) {
      if (!controller.signal.aborted) setError(appErrorOf(thrown));
      return false;
    } finally {
      running.current = null;
      setBusy(false);
    }
  }, []);

  return { run, busy, error, forgetError: useCallback(() => setError(null), []) };
};
