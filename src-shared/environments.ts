/** What a service is used for; it is said wherever something could be done to the wrong one. */
export const environments = ['production', 'test', 'sandbox'] as const;

export type Environment = (typeof environments)[number];
