import { visibleComplaint, visibleText } from '#shared/visible-text.ts';

/** Writes one line to the terminal. Escapes control characters, because the line may contain external data. */
export const say = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);

export const complaintSentence = (complaint: string): string => {
  const text = visibleComplaint(complaint.replace(/^error: /, '')).trimEnd();
  const sentence = /[.?)]$/.test(text) ? text : `${text}.`;
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)} --help lists the flags.\n`;
};
