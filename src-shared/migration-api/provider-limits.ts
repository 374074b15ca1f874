/** Maximum source providers per modal, and characters per name. Pages load this file, so it must not import Zod. */
export const providerLimits = { names: 50, letters: 100 } as const;
