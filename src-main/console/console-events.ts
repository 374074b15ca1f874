import type { ConsoleEvent, EventData, EventName } from '#shared/console-contract/types.ts';

export interface ConsoleEvents {
  readonly emit: <Name extends EventName>(name: Name, data: EventData<Name>) => void;
  /** Returns the function that stops listening. */
  readonly listen: (listener: (event: ConsoleEvent) => void) => () => void;
}

export function createConsoleEvents(): ConsoleEvents {
  const listeners = new Set<(event: ConsoleEvent) => void>();
  return {
    emit: (name, data) => {
      for (const listener of listeners) listener({ name, data } as ConsoleEvent);
    },
    listen: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
}
