export const environments = ['production', 'test', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
