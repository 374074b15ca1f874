/** Returns false for NUL and lone surrogates, which PostgreSQL's text and jsonb can't store. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);
