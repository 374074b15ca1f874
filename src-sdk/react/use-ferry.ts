import { useCallback, useEffect, useInsertionEffect, useRef, useState } from 'react';
import { close, forget, init, isOpen as isModalOpen, startModal } from '../index.ts';
import type { FerryError, FerryEvent, LinkOptions, MigrationMetadata } from '../public-types.ts';

/** Options of `startModal`, without the signal, because unmounting the component closes the modal. */
export interface UseFerryOptions extends Omit<LinkOptions, 'signal' | 'proxyUrl'> {
  /** Whether to continue a stored migration on mount, as `init` does. @default true */
  readonly resume?: boolean | undefined;
}

export interface FerryState {
  /** True while `start`, or the search for a stored migration, is in progress. */
  readonly isLoading: boolean;
  /** True while the modal is visible. */
  readonly isOpen: boolean;
  /** The migration, with its last known status. */
  readonly migration: Pick<MigrationMetadata, 'migrationId' | 'status'> | undefined;
  /** Why the modal couldn't open. Cleared by the next start. */
  readonly error: FerryError | undefined;
}

export interface Ferry extends FerryState {
  /** Opens the modal. Never rejects: `error` and `onError` report a failure. Suits `onClick`. */
  readonly start: () => Promise<void>;
  /** Closes the modal. A running copy continues. */
  readonly close: () => void;
  /** Clears the user's session. Call it on sign-out. */
  readonly forget: () => void;
}

const initialState: FerryState = { isLoading: false, isOpen: false, migration: undefined, error: undefined };

type Call = 'init' | 'startModal';

/** @param callAtMount what the component calls when it mounts, and again for another user or service */
const useModal = (options: LinkOptions, callAtMount: Call | undefined): Ferry => {
  const [state, setState] = useState(initialState);
  const latest = useRef(options);
  const mounted = useRef<AbortSignal>(null);
  const inFlight = useRef(0);
  const { baseURL, userId } = options;
  // Events reach the callbacks of the last committed render, also in concurrent rendering.
  useInsertionEffect(() => {
    latest.current = options;
  });

  const run = useCallback(async (call: Call, signal: AbortSignal): Promise<void> => {
    const change = (changes: Partial<FerryState>) => {
      if (!signal.aborted) setState((before) => ({ ...before, isOpen: isModalOpen(), ...changes }));
    };
    let isReported = false;
    const report = (error: FerryError) => {
      isReported = true;
      change({ error });
      latest.current.onError?.(error);
    };
    inFlight.current += 1;
    const settle = () => !signal.aborted && (inFlight.current -= 1) > 0;
    change({ isLoading: true, error: undefined });
    const callOptions = {
      ...latest.current,
      signal,
      onError: report,
      onEvent: (message: FerryEvent) => {
        const { migration_id: migrationId, status } = message.event.data;
        change({ migration: { migrationId, status }, error: undefined });
        latest.current.onEvent?.(message);
      },
      onClose: () => {
        change({});
        latest.current.onClose?.();
      },
    };
    // A link token would make `init` start a migration.
    const { linkToken: _linkToken, startNew: _startNew, ...initOptions } = callOptions;
    try {
      const migration = await (call === 'init' ? init(initOptions) : startModal(callOptions));
      change({ isLoading: settle(), ...(migration && { migration }) });
    } catch (reason) {
      change({ isLoading: settle() });
      const error = reason as FerryError;
      // The SDK doesn't call `onError` for invalid options. A second click on a start button isn't an error.
      if (!isReported && error.code !== 'aborted' && error.code !== 'already_open') report(error);
    }
  }, []);

  useEffect(() => {
    const controller = new AbortController();
    mounted.current = controller.signal;
    inFlight.current = 0;
    // StrictMode unmounts a new component once in the same task. The delay avoids using up a link token for that mount.
    if (callAtMount) queueMicrotask(() => controller.signal.aborted || void run(callAtMount, controller.signal));
    return () => {
      controller.abort();
      setState(initialState);
    };
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- another user or service is another session
  }, [baseURL, userId, callAtMount, run]);

  const start = useCallback(async () => {
    if (mounted.current && !mounted.current.aborted) await run('startModal', mounted.current);
  }, [run]);
  return { ...state, start, close, forget };
};

/** Returns functions that open and close the modal, and its state. The modal closes when the component unmounts. */
export const useFerry = ({ resume = true, ...options }: UseFerryOptions): Ferry =>
  useModal(options, resume ? 'init' : undefined);

export type FerryModalProps = Omit<UseFerryOptions, 'resume'>;

/** Opens the modal when it mounts, and closes it when it unmounts. Renders nothing itself. */
export const FerryModal = (props: FerryModalProps): null => {
  useModal(props, 'startModal');
  return null;
};
