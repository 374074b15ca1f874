/** Characters that some readers treat as the end of a row or value. */
const breaks = /[\p{Cc}\u2028\u2029]/gu;
/** Characters that a spreadsheet may skip at the start of a cell: spaces, invisible characters, quotes. */
const skippedByReaders = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}'"]`;
/** East Asian spreadsheets also accept full-width formula characters; U+FE62 to U+FE6B are small forms. */
const formulaSign = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]';
/** A cell also starts after a separator, for readers with another separator or without quotes. */
const formulas = new RegExp(`(^|[,;])(?=${skippedByReaders}*${formulaSign})`, 'gu');
/** With semicolon as the separator, a quote after a semicolon opens a cell. A closing quote does so too. */
const openedCells = new RegExp(`;(?=${skippedByReaders}*(?:"|$))`, 'gu');

/**
 * Escapes a CSV cell so that no spreadsheet evaluates it as a formula or splits it, with comma or semicolon as separator.
 * Quotes alone aren't enough: in the middle of a line, only some programs respect them. Line breaks become spaces, and
 * formulas get a leading apostrophe.
 */
export const harmlessText = (text: string): string =>
  text.replaceAll(breaks, ' ').replaceAll(formulas, "$1'").replaceAll(openedCells, ";'");

/** Returns a quoted CSV cell that no spreadsheet evaluates. */
export const csvCell = (text: string): string => `"${harmlessText(text).replaceAll('"', '""')}"`;
