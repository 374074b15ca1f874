/** Truncates and removes control characters, which neither the store nor a table shows. */
export const boundedText = (text: string, maxCharacters: number): string =>
  text
    .slice(0, maxCharacters)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .toWellFormed();
