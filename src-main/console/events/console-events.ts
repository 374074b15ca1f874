import type { ConsoleEvent, EventData, EventName } from '#shared/console-contract/types.ts';
import { createEmitter, type Subscribe } from './emitter.ts';

export interface ConsoleEvents {
  readonly emit: <Name extends EventName>(name: Name, data: EventData<Name>) => void;
  readonly listen: Subscribe<ConsoleEvent>;
}

export function createConsoleEvents(): ConsoleEvents {
  const { emit, listen } = createEmitter<ConsoleEvent>();
  return { emit: (name, data) => emit({ name, data } as ConsoleEvent), listen };
}
