/** `read`: read migrations and companies. `link`: create link tokens. Keys have both by default. */
export const keyScopes = ['read', 'link'] as const;

export type KeyScope = (typeof keyScopes)[number];
