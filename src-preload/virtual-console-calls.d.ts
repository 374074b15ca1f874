declare module 'virtual:console-calls' {
  import type { CallNames } from '#shared/console-contract/channels.ts';
  /** The calls of the contract by topic. Added to the bundle at build time, so that it doesn't contain the schemas. */
  export const callNames: CallNames;
}
