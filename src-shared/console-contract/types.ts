import type { z } from 'zod';
import type { Outcome } from '../app-error.ts';
import type { ConsoleCall } from './call.ts';
import type { Events } from './events.ts';

export type ArgsOf<Call> = Call extends ConsoleCall<infer Args, z.ZodType> ? z.input<Args> : never;
export type ParsedArgsOf<Call> = Call extends ConsoleCall<infer Args, z.ZodType> ? z.output<Args> : never;
export type ResultOf<Call> = Call extends ConsoleCall<z.ZodType, infer Result> ? z.output<Result> : never;

export type EventName = keyof Events;
export type EventData<Name extends EventName> = z.output<Events[Name]>;

export type ConsoleEvent = { [Name in EventName]: { readonly name: Name; readonly data: EventData<Name> } }[EventName];

/** One line of the browser host's event stream, as JSON. */
export interface EventLine {
  /** ID of this event, or of the last event if the line has none. */
  readonly id: number;
  readonly event?: ConsoleEvent;
  /** Whether events were lost, so that all data on the page may be outdated. */
  readonly isReset?: true;
}

/** Header with the time in ms at which the page was loaded, for its first event stream. */
export const pageLoadedAtHeader = 'x-ferry-loaded-at';

/** The host's side of the renderer's client. Passes plain data, returns outcomes, and never rejects. */
export interface ConsoleBridge {
  readonly call: (topic: string, verb: string, callId: string, args: unknown) => Promise<Outcome<unknown>>;
  readonly cancel: (callId: string) => void;
  readonly listen: (listener: (event: ConsoleEvent) => void) => () => void;
}
