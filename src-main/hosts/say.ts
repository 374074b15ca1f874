import { visibleComplaint, visibleText } from '#shared/visible-text.ts';

/** Writes one line to the terminal. Escapes control characters, because the line may contain external data. */
export const say = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);

export const complaintSentence = (complaint: string): string => {
  const text = visibleComplaint(complaint.replace(/^error: /, '')).trimEnd();
  const ended = /[.?)]$/.test(text) ? text : `${text}.`;
  return `${ended.charAt(0).toUpperCase()}${ended.slice(1)} --help lists the flags.\n`;
};
