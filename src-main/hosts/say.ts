import { visibleText } from '#shared/visible-text.ts';

/** Writes one line to the terminal. It may quote what somebody else has written: no character of it acts there. */
export const say = (line: string): void => void process.stderr.write(`${visibleText(line)}\n`);
