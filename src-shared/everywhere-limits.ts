/** Limits: pages read per list (newest first), rows per page, results shown per profile, and characters per query. */
export const everywhereLimits = { pages: 10, pageSize: 100, shown: 5, text: 200 } as const;
