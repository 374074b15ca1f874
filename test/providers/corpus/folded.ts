const maxBytes = 75;

/** Folds a line after at most 75 bytes, never within a character. */
const foldLine = (line: string): string => {
  const parts: string[] = [];
  let [part, bytes] = ['', 0];
  for (const character of line) {
    const size = Buffer.byteLength(character);
    if (bytes + size > maxBytes) {
      parts.push(part);
      [part, bytes] = [' ', 1];
    }
    part += character;
    bytes += size;
  }
  return [...parts, part].join('\r\n');
};

/** Joins the lines of a card or calendar in stored form. */
export const folded = (lines: readonly string[]): string => `${lines.map(foldLine).join('\r\n')}\r\n`;
