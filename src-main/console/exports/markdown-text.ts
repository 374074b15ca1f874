export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** What begins something in any place of a line; an underscore within a word, as names of events have, begins nothing. */
const acting = /[\\`*[\]<>|~&@#]|:(?=\/\/)|(?<=www)\.|(?<![a-z\d])_|_(?![a-z\d])/gi;
/** What begins a list, a line or the underline of a heading where a line begins with it. */
const atBegin = /^(\d*)([-+=.)])/;

/** A text that reads as itself in Markdown, in a line or in a cell of a table: whoever chose it writes no heading, link, image or HTML. */
export const markdownText = (text: string): string =>
  oneLine(text).trim().replaceAll(acting, '\\$&').replace(atBegin, '$1\\$2');
