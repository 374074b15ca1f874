const nonAsciiPattern = /[^\0-\u007f]/;
const marks = /\p{M}+/gu;

/** Removes case and accents from text, for search and sorting. */
export const foldText = (text: string): string =>
  nonAsciiPattern.test(text) ? text.normalize('NFKD').replace(marks, '').toLowerCase() : text.toLowerCase();
