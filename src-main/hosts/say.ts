import { visibleComplaint, visibleText } from '#shared/visible-text.ts';

/** Writes one line to the terminal. Escapes control characters, because the line may contain external data. */
export const say = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);

export const complaintSentence = (complaint: string): string => {
  const text = visibleComplaint(complaint.replace(/^error: /, '')).trimEnd();
  const withEnd = /[.?)]$/.test(text) ? text : `${text}.`;
  return `${withEnd.charAt(0).toUpperCase()}${withEnd.slice(1)} --help lists the flags.\n`;
};
