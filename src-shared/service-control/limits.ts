/** The most rows that a reset fills in. */
export const mostSeeded = { migrations: 100_000, companies: 10_000 } as const;
