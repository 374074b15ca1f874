import { type QueryKey, useQuery, type UseQueryOptions, type UseQueryResult } from '@tanstack/react-query';
import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { ArgsOf, ConsoleBridge, EventData, EventName, ResultOf } from '#shared/console-contract/types.ts';
import type { AppError } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import { readWithChanges } from './page-cache.ts';

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

type Read<Data> = (api: ConsoleApi, options: { readonly signal: AbortSignal }) => Promise<Data>;

/** Reads data of the trusted process. Cancels the call when no component needs its result. */
export const useRead = <Data>(
  queryKey: QueryKey,
  read: Read<Data>,
  options?: Omit<UseQueryOptions<Data>, 'queryKey' | 'queryFn'>,
): UseQueryResult<Data> => {
  const { api } = useConsole();
  return useQuery({ ...options, queryKey, queryFn: readWithChanges((signal) => read(api, { signal })) });
};

/** For data that events update only while a component uses it; the next component reads it again. */
export const live = { staleTime: 0 } as const;

/** For data that events always update, so it is read once. */
export const alwaysLive = { staleTime: Number.POSITIVE_INFINITY } as const;
