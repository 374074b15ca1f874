import type { ConsoleEvent, EventData, EventName } from '#shared/console-contract/types.ts';
import { createEmitter } from './emitter.ts';

export function createConsoleEvents() {
  const { emit, listen } = createEmitter<ConsoleEvent>();
  return {
    emit: <Name extends EventName>(name: Name, data: EventData<Name>) => emit({ name, data } as ConsoleEvent),
    listen,
  };
}

export type ConsoleEvents = ReturnType<typeof createConsoleEvents>;
