declare module 'virtual:console-calls' {
  import type { CallNames } from '#shared/console-contract/channels.ts';
  /** The calls of the contract by topic, written into the bundle at build time, so that the schemas stay out. */
  export const callNames: CallNames;
}
