import type { Calls } from '#shared/console-contract/calls.ts';
import type { ArgsOf, ConsoleBridge, ResultOf } from '#shared/console-contract/types.ts';

/** What a page calls: one function per call, which resolves with the result or rejects with a `ConsoleCallError`. */
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
    /** Put there by Electron's preload; absent in the browser host. */
    readonly ferryBridge?: ConsoleBridge;
  }
}
