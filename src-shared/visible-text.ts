/**
 * Characters that a terminal, log viewer or notification interprets instead of showing: ASCII and Latin-1 control
 * characters, line and paragraph separators, and marks that change the writing direction.
 */
// oxlint-disable-next-line no-control-regex -- matches control characters to escape them
const controlCharacters = /[\u0000-\u001f\u007f-\u009f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/g;

/** Returns one line, with control characters escaped like `\u001b`. JSON stays valid and keeps its meaning. */
export const visibleText = (text: string): string =>
  text.replace(controlCharacters, (one) => `\\u${one.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** Escapes control characters, but keeps line breaks. */
export const visibleLines = (text: string): string => text.split(/\r?\n/).map(visibleText).join('\n');

/** Escapes the control characters of a command-line error and puts it on one line. */
export const visibleComplaint = (complaint: string): string =>
  `${visibleText(complaint.trimEnd().replace(/\n(?=\(Did you mean )/, ' '))}\n`;
