import { useCallback, useEffect, useRef, useState } from 'react';

export interface Action<Fault, Args extends readonly unknown[]> {
  /** Starts the action unless it is already running. Resolves with true on success. */
  readonly run: (...args: Args) => Promise<boolean>;
  readonly busy: boolean;
  readonly error: Fault | null;
  readonly forgetError: () => void;
  /** Aborts the running action, which is busy until it ends. Its error isn't stored. */
  readonly stop: () => void;
}

/** Queues calls while the action runs, so that no call is dropped. */
export const useInTurn = <Args extends readonly unknown[]>({
  run,
}: Pick<Action<unknown, Args>, 'run'>): Action<unknown, Args>['run'] => {
  const last = useRef<Promise<boolean>>(Promise.resolve(true));
  return useCallback(
    (...args: Args) => {
      last.current = last.current.then(() => run(...args));
      return last.current;
    },
    [run],
  );
};

/** Doesn't store the arguments, because they may include API keys. */
export const useAction = <Fault, Args extends readonly unknown[]>(
  action: (signal: AbortSignal, ...args: Args) => Promise<void>,
  faultOf: (thrown: unknown) => Fault,
): Action<Fault, Args> => {
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<Fault | null>(null);
  const latest = useRef({ action, faultOf });
  const running = useRef<AbortController | null>(null);
  useEffect(() => {
    latest.current = { action, faultOf };
  });
  useEffect(() => () => running.current?.abort(), []);

  const run = useCallback(async (...args: Args): Promise<boolean> => {
    if (running.current?.signal.aborted === false) return false;
    const controller = new AbortController();
    running.current = controller;
    setBusy(true);
    setError(null);
    try {
      await latest.current.action(controller.signal, ...args);
      return true;
    } catch (thrown) {
      const fault = latest.current.faultOf(thrown);
      if (!controller.signal.aborted) setError(() => fault);
      return false;
    } finally {
      if (running.current === controller) {
        running.current = null;
        setBusy(false);
      }
    }
  }, []);

  return {
    run,
    busy,
    error,
    forgetError: useCallback(() => setError(null), []),
    stop: useCallback(() => running.current?.abort(), []),
  };
};
