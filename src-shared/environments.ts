/** Environments of a profile. The console shows them near changes, to prevent changes to the wrong service. */
export const environments = ['production', 'test', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
