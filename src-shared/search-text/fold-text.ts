const beyondAscii = /[^\0-\u007f]/;
const marks = /\p{M}+/gu;

/** A text as search and order see it: neither case nor accents count. */
export const foldText = (text: string): string =>
  beyondAscii.test(text) ? text.normalize('NFKD').replace(marks, '').toLowerCase() : text.toLowerCase();
