/** Truncates a string and removes control characters, which the store and the tables can't handle. */
export const boundedText = (text: string, maxCharacters: number): string =>
  text
    .slice(0, maxCharacters)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed();
