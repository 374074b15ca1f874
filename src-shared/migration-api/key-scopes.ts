/**
 * `read`: read everything. `link`: create link tokens and hosted links. `webhooks`, `reports` and `activity`: only these
 * calls. `erase`: erase an end user's data.
 */
export const keyScopes = ['read', 'link', 'webhooks', 'reports', 'activity', 'erase'] as const;

export type KeyScope = (typeof keyScopes)[number];

/** Scopes of a key that is created without a choice. */
export const defaultScopes = ['read', 'link'] as const satisfies readonly KeyScope[];
