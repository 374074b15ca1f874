/** Characters that some readers treat as the end of a row or value. */
const breaks = /[\p{Cc}\u2028\u2029]/gu;
/** Characters that a spreadsheet may skip at the start of a cell: spaces, invisible characters, quotes. */
const ignoredByReaders = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}'"]`;
/** East Asian spreadsheets also accept full-width and small formula characters (U+FE62 to U+FE6B). */
const formulaCharacter = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]';
/** Also finds formulas after a separator, because some readers use another separator or ignore quotes. */
const formulas = new RegExp(`(^|[,;])(?=${ignoredByReaders}*${formulaCharacter})`, 'gu');
/** In files with semicolons as separators, any quote after a semicolon starts a cell, even a closing quote. */
const openedCells = new RegExp(`;(?=${ignoredByReaders}*(?:"|$))`, 'gu');

/**
 * Escapes a CSV cell so that no spreadsheet splits or evaluates it, with comma or semicolon as separator. Quotes alone
 * aren't enough: some programs ignore them within a line. Line breaks become spaces; formulas get an apostrophe.
 */
export const harmlessText = (text: string): string =>
  text.replaceAll(breaks, ' ').replaceAll(formulas, "$1'").replaceAll(openedCells, ";'");

/** Returns a quoted CSV cell that no spreadsheet evaluates. */
export const csvCell = (text: string): string => `"${harmlessText(text).replaceAll('"', '""')}"`;
