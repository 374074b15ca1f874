import { z } from 'zod';
import { fail, type Outcome } from '#shared/app-error.ts';
import type { ConsoleCall } from '#shared/console-contract/call.ts';
import { calls } from '#shared/console-contract/calls.ts';
import type { Clock } from '../clock/clock.ts';
import type { Log } from '../log/log.ts';
import { mapTexts } from '../log/redact-value.ts';
import type { Redactor } from '../log/redactor.ts';
import type { CallContext, ConsoleHandlers } from './console-handlers.ts';

export type CallDispatcher = (
  topic: string,
  verb: string,
  args: unknown,
  context: CallContext,
) => Promise<Outcome<unknown>>;

interface DispatcherPorts {
  readonly clock: Clock;
  readonly log: Pick<Log, 'error'>;
  readonly redactor: Pick<Redactor, 'withoutKeys'>;
}

/** The only call whose arguments contain a key. A key in any other call is a mistake and must not be stored. */
const keyCall = 'apiKey:set';

type AnyHandler = (args: unknown, context: CallContext) => Promise<Outcome<unknown>>;

export function createDispatcher(handlers: ConsoleHandlers, { clock, log, redactor }: DispatcherPorts): CallDispatcher {
  // In a Map, `__proto__` and `constructor` aren't found as topics.
  const callsByName = new Map<string, { readonly call: ConsoleCall; readonly handler: AnyHandler }>();
  for (const [topic, verbs] of Object.entries(calls)) {
    for (const [verb, call] of Object.entries(verbs)) {
      const handler = (handlers[topic as keyof ConsoleHandlers] as unknown as Record<string, AnyHandler> | undefined)?.[
        verb
      ];
      if (handler) callsByName.set(`${topic}:${verb}`, { call: call as ConsoleCall, handler });
    }
  }
  return async (topic, verb, args, context) => {
    const name = `${topic}:${verb}`;
    const entry = callsByName.get(name);
    if (!entry) return fail('unknown_call', clock.now(), { detail: name.slice(0, 100) });
    try {
      const result = entry.call.args.safeParse(args);
      if (!result.success) {
        return fail('invalid_arguments', clock.now(), {
          detail: `${name}: ${z.prettifyError(result.error)}`.slice(0, 500),
        });
      }
      const cleanArgs = name === keyCall ? result.data : mapTexts(result.data, redactor.withoutKeys);
      return await entry.handler(cleanArgs, context);
    } catch (error) {
      log.error(`call ${name} failed`, error);
      return fail('internal', clock.now(), { detail: name });
    }
  };
}
