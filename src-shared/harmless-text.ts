/** Control characters and the line and paragraph separators: what some reader takes for the end of a row or of a text. */
const breaks = /[\p{Cc}\u2028\u2029]/gu;
/** What a reader may pass over before it looks at a cell: spaces, letters that are not seen, quotes. */
const passedOver = String.raw`[\s\p{Cf}\p{Default_Ignorable_Code_Point}'"]`;
/** Spreadsheets of East Asia take the signs of full width as well, and U+FE62 to U+FE6B are their small forms. */
const formulaSign = '[=+\\-@\uFF1D\uFF0B\uFF0D\uFF20\uFE66\uFE62\uFE63\uFE6B]';
/** A cell begins at the start of a text and, for a reader with another separator or without quotes, after a separator. */
const formulas = new RegExp(`(^|[,;])(?=${passedOver}*${formulaSign})`, 'gu');
/** A quote after a semicolon opens a cell for who separates by it; so does the closing one, after a last semicolon. */
const openedCells = new RegExp(`;(?=${passedOver}*(?:"|$))`, 'gu');

/**
 * A text for a cell of a CSV file, such that no reader computes it and none takes it for more than one row, whether it
 * separates by comma or by semicolon. Quotes alone cannot do that: in a cell that begins within a line they count for
 * one of these readers only. Breaks become spaces, and an apostrophe stands where a formula would begin.
 */
export const harmlessText = (text: string): string =>
  text.replaceAll(breaks, ' ').replaceAll(formulas, "$1'").replaceAll(openedCells, ";'");

export const csvCell = (text: string): string => `"${harmlessText(text).replaceAll('"', '""')}"`;
