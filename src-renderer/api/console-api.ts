import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { ArgsOf, ConsoleBridge, EventData, EventName, ResultOf } from '#shared/console-contract/types.ts';
import type { AppError } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';

export type ConsoleApi = {
  readonly [Topic in keyof Calls]: {
    readonly [Verb in keyof Calls[Topic]]: (
      args: ArgsOf<Calls[Topic][Verb]>,
      options?: { readonly signal?: AbortSignal | undefined },
    ) => Promise<ResultOf<Calls[Topic][Verb]>>;
  };
};

declare global {
  interface Window {
    /** Set by Electron's preload script. Missing in the browser host. */
    readonly ferryBridge?: ConsoleBridge;
  }
}

export class ConsoleCallError extends Error {
  readonly appError: AppError;

  constructor(appError: AppError) {
    super(appError.detail ?? appError.code);
    this.name = 'ConsoleCallError';
    this.appError = appError;
  }
}

export const appErrorOf = (thrown: unknown): AppError => {
  if (thrown instanceof ConsoleCallError) return thrown.appError;
  return {
    code: 'internal',
    at: new Date().toISOString(),
    detail: thrown instanceof Error ? `${thrown.name}: ${thrown.message}` : String(thrown),
  };
};

interface ConsoleAccess {
  readonly api: ConsoleApi;
  readonly listen: ConsoleBridge['listen'];
}

const ConsoleContext = createContext<ConsoleAccess | null>(null);
export const ConsoleProvider = ConsoleContext.Provider;

export const useConsole = (): ConsoleAccess => {
  const access = useContext(ConsoleContext);
  if (!access) throw new TypeError('useConsole is used outside of ConsoleProvider.');
  return access;
};

export const useOnEvent = <Name extends EventName>(name: Name, run: (data: EventData<Name>) => void): void => {
  const { listen } = useConsole();
  const onEvent = useEffectEvent(run);
  useEffect(() => listen((event) => (event.name === name ? onEvent(event.data as never) : undefined)), [listen, name]);
};
