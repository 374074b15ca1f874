/** Ages of an API key in days: when to remind of its rotation, and when to have rotated it ("Authentication" 5). */
export const keyAgeDays = { soon: 76, advised: 90 } as const;
