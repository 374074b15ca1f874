/** `read`: read migrations and companies. `link`: create link tokens. `erase`: erase an end user's data. */
export const keyScopes = ['read', 'link', 'erase'] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Scopes of a key that is created without a choice. */
export const defaultScopes = ['read', 'link'] as const satisfies readonly KeyScope[];
