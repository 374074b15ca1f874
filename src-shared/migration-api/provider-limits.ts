/** How many source providers a modal takes at most, and how long the name of one is. The pages load this file: it stays without Zod. */
export const providerLimits = { names: 50, letters: 100 } as const;
