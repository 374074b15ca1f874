export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** Characters with a meaning anywhere in a line. Excludes underscores inside words, which have no meaning. */
const specialCharacters = /[\\`*[\]<>|~&@#]|:(?=\/\/)|(?<=www)\.|(?<![a-z\d])_|_(?![a-z\d])/gi;
/** Characters that start a list, a rule or a heading underline at the beginning of a line. */
const lineStartMarker = /^(\d*)([-+=.)])/;

/** Escapes a string for Markdown lines and table cells, so that it can't create headings, links, images or HTML. */
export const markdownText = (text: string): string =>
  oneLine(text).trim().replaceAll(specialCharacters, '\\$&').replace(lineStartMarker, '$1\\$2');
