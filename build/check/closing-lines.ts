import type { NamedTest, SuiteResult } from './suite.ts';

/** A run is read from its end: table, failures and skips fit into sixty lines. */
const linesOfFailures = 35;
const mostFailures = 18;
const mostSkips = 6;
const mostLinesOfOne = 12;
const mostCharacters = 240;

interface NamedResult extends SuiteResult {
  readonly name: string;
}

const cut = (line: string): string => (line.length > mostCharacters ? `${line.slice(0, mostCharacters)}…` : line);
const headOf = (suite: string, { place, title }: NamedTest): string =>
  cut([suite, place, title].filter((part) => part !== '').join(' › '));

const rest = (shown: number, all: number, what: string): string[] =>
  all > shown ? [`  and ${all - shown} more ${what}, named above`] : [];

/** Each failed test with the first lines of its error, as many as there is room for, and each skipped one with its reason. */
export function closingLines(results: readonly NamedResult[]): string[] {
  const failures = results.flatMap(({ name, failures: all }) => all.map((one) => ({ head: headOf(name, one), one })));
  const skips = results.flatMap(({ name, skips: all }) => all.map((one) => ({ head: headOf(name, one), one })));
  const shown = failures.slice(0, mostFailures);
  const linesOfOne = Math.min(mostLinesOfOne, Math.floor(linesOfFailures / Math.max(shown.length, 1)) - 1);
  const linesOf = ({ text }: NamedTest): string[] => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(0, linesOfOne).map((line) => `      ${cut(line)}`);
  };
  return [
    ...skips
      .slice(0, mostSkips)
      .map(({ head, one }) => `  skipped: ${head}${one.text === '' ? '' : ` (${cut(one.text)})`}`),
    ...rest(mostSkips, skips.length, 'skipped ones'),
    ...shown.flatMap(({ head, one }) => [`  failed: ${head}`, ...linesOf(one)]),
    ...rest(mostFailures, failures.length, 'failures'),
  ];
}
