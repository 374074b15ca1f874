import type { Outcome } from '#shared/app-error.ts';
import type { Calls } from '#shared/console-contract/calls.ts';
import type { ParsedArgsOf, ResultOf } from '#shared/console-contract/types.ts';

export interface CallContext {
  readonly signal: AbortSignal;
}

export type DeepReadonly<Value> = Value extends object
  ? { readonly [Key in keyof Value]: DeepReadonly<Value[Key]> }
  : Value;

export type ConsoleHandlers = {
  readonly [Topic in keyof Calls]: {
    readonly [Verb in keyof Calls[Topic]]: (
      args: ParsedArgsOf<Calls[Topic][Verb]>,
      context: CallContext,
    ) => Promise<Outcome<DeepReadonly<ResultOf<Calls[Topic][Verb]>>>>;
  };
};
