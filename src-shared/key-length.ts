/** Shorter texts aren't API keys of a service. */
export const minKeyLength = 8;
