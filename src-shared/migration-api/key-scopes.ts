/** What an API key may do: read migrations and companies, create link tokens. A key has all of them unless it is made with fewer. */
export const keyScopes = ['read', 'link'] as const;

export type KeyScope = (typeof keyScopes)[number];
