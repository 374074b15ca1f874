declare module 'virtual:console-calls' {
  import type { CallNames } from '#shared/console-contract/channels.ts';
  /** The calls of the contract by topic. Written into the bundle at build time, to keep the schemas out of it. */
  export const callNames: CallNames;
}
