/**
 * How far a search by a text reads at each service: the newest rows of each list; how many of a profile are shown; and how
 * many characters the text has.
 */
export const everywhereLimits = { pages: 10, pageSize: 100, shown: 5, text: 200 } as const;
