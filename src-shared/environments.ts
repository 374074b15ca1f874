/** Shown wherever a change could hit the wrong service. */
export const environments = ['production', 'test', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
