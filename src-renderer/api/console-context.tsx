import { createContext, useContext } from 'react';
import type { ConsoleBridge } from '#shared/console-contract/types.ts';
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
