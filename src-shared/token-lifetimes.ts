/** Lifetimes of the specification ("Limits"), in ms; without a schema library, so that pages can import them. */
export const linkTokenLifetimeMs = 60_000;
export const accessTokenLifetimeMs = 3_600_000;
