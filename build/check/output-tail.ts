import type { Say } from './suite.ts';

const maxLines = 10;

/** Forwards lines and stores the last non-empty lines, which usually contain the reason of a failure. */
export function keepTail(say: Say): { readonly say: Say; readonly lines: readonly string[] } {
  const lines: string[] = [];
  return {
    lines,
    say: (line) => {
      say(line);
      if (line.trim() === '') return;
      lines.push(line);
      if (lines.length > maxLines) lines.shift();
    },
  };
}
