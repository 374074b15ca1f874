/** Whether every store keeps a text as it is: PostgreSQL's text and jsonb hold neither NUL nor half a surrogate pair. */
export const isStorable = (text: string): boolean => !text.includes('\0') && !/\p{Cs}/u.test(text);
