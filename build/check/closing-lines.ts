import type { NamedTest, SuiteResult } from './suite.ts';

/** A run is read from its end: table, failures and skips fit into sixty lines. */
const linesOfFailures = 30;
const mostFailures = 18;
const mostSkips = 10;
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

/** Tests of a file that were skipped for one reason are one line. */
function skipLines(skips: readonly { readonly suite: string; readonly one: NamedTest }[]): string[] {
  const groups = Map.groupBy(skips, ({ suite, one }) => [suite, one.place.replace(/:\d+$/, ''), one.text].join('\n'));
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const { suite, one } = first;
    const more = others.length > 0 ? ` and ${others.length} more of this file` : '';
    const reason = one.text === '' ? '' : ` (${cut(one.text)})`;
    return [`  skipped: ${headOf(suite, one)}${more}${reason}`];
  });
}

/** Each failed test with the first lines of its error, as many as there is room for, and what was skipped with its reason. */
export function closingLines(results: readonly NamedResult[]): string[] {
  const failures = results.flatMap(({ name, failures: all }) => all.map((one) => ({ head: headOf(name, one), one })));
  const skips = skipLines(results.flatMap(({ name, skips: all }) => all.map((one) => ({ suite: name, one }))));
  const shown = failures.slice(0, mostFailures);
  const linesOfOne = Math.min(mostLinesOfOne, Math.floor(linesOfFailures / Math.max(shown.length, 1)) - 1);
  const linesOf = ({ text }: NamedTest): string[] => {
    const lines = text.split('\n').filter((line) => line.trim() !== '');
    return lines.slice(0, linesOfOne).map((line) => `      ${cut(line)}`);
  };
  return [
    ...skips.slice(0, mostSkips),
    ...rest(mostSkips, skips.length, 'lines of skipped ones'),
    ...shown.flatMap(({ head, one }) => [`  failed: ${head}`, ...linesOf(one)]),
    ...rest(mostFailures, failures.length, 'failures'),
  ];
}
