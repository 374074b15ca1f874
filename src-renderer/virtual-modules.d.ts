/** Made by the build from the console contract: the names of all calls, without their schemas. */
declare module 'virtual:console-calls' {
  import type { CallNames } from '#shared/console-contract/channels.ts';
  export const callNames: CallNames;
}

/** Made by the build from docs/user-guide.md; pictures have their addresses in the build. */
declare module 'virtual:user-guide' {
  import type { GuideBlock } from '#shared/user-guide.ts';
  export const guide: readonly GuideBlock[];
}
