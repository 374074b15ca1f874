export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** What begins something in any place of a line; an underscore within a word, as names of events have, begins nothing. */
const acting = /[\\`*[\]<>|~&@#]|:(?=\/\/)|(?<=www)\.|(?<![a-z\d])_|_(?![a-z\d])/gi;
/** Characters that start a list, a rule or a heading underline at the beginning of a line. */
const atBegin = /^(\d*)([-+=.)])/;

/** Escapes a string for Markdown lines and table cells, so it can't create headings, links, images or HTML. */
export const markdownText = (text: string): string =>
  oneLine(text).trim().replaceAll(acting, '\\$&').replace(atBegin, '$1\\$2');
