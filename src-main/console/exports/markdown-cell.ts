/** A text for a line of Markdown: its breaks and runs of blanks become one blank. */
export const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

/** A text for a cell of a table in Markdown. */
export const markdownCell = (text: string): string => oneLine(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'));
