/** Returns an ETag unless it is weak: then it may stay the same when the content changes, and `If-Match` never matches. */
export const strongTag = (tag: string | undefined): string | undefined =>
  tag === '' || tag?.startsWith('W/') ? undefined : tag;
