import type { Say } from './suite.ts';

const maxLines = 10;

/** Hands lines on and keeps the last ones that are not empty: what a program that failed is likely to have said. */
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
