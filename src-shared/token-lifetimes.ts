/** Lifetimes in seconds (specification, "Limits"). Pages load this file, so it must not import Zod. */
export const tokenLifetimes = { linkToken: 60, accessToken: 3_600 } as const;

export const linkTokenLifetimeMs = tokenLifetimes.linkToken * 1_000;
export const accessTokenLifetimeMs = tokenLifetimes.accessToken * 1_000;
