/** Made by the build from the console contract: the names of all calls, without their schemas. */
declare module 'virtual:console-calls' {
  import type { CallNames } from '#shared/console-contract/channels.ts';
  export const callNames: CallNames;
}
