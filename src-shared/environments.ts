/** Environments of a profile. The console shows them near actions, so that users don't change the wrong service. */
export const environments = ['production', 'test', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
