import { createContext, useContext, useEffect, useEffectEvent } from 'react';
import type { ConsoleBridge, EventData, EventName } from '#shared/console-contract/types.ts';
import type { ConsoleApi } from './console-api.ts';

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
