import type { NamedTest, SuiteResult } from './suite.ts';

/** Maximum lines for failures, so that the table, failures and skips of a run fit into 60 lines. */
const maxFailureLines = 30;
const maxFailures = 18;
const maxFlaky = 7;
const maxSkips = 8;
const maxErrorLines = 12;
const maxCharacters = 240;

interface NamedResult extends SuiteResult {
  readonly name: string;
}

interface SuiteTest {
  readonly suite: string;
  readonly test: NamedTest;
}

const cut = (line: string): string => (line.length > maxCharacters ? `${line.slice(0, maxCharacters)}…` : line);
const headOf = ({ suite, test: { place, title } }: SuiteTest): string =>
  cut([suite, place, title].filter((part) => part !== '').join(' › '));
const linesOf = ({ text }: NamedTest, max: number): string[] => {
  const lines = text.split('\n').filter((line) => line.trim() !== '');
  return lines.slice(0, max).map((line) => `      ${cut(line)}`);
};
const moreLines = (max: number, count: number, noun: string): string[] =>
  count > max ? [`  and ${count - max} more ${noun}, named above`] : [];

/** Combines a file's skipped tests with the same reason into one line. */
function skipLines(skips: readonly SuiteTest[]): string[] {
  const groups = Map.groupBy(skips, ({ suite, test }) =>
    [suite, test.place.replace(/:\d+$/, ''), test.text].join('\n'),
  );
  return [...groups.values()].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const othersText = others.length > 0 ? ` and ${others.length} more of this file` : '';
    const reason = first.test.text === '' ? '' : ` (${cut(first.test.text)})`;
    return [`  skipped: ${headOf(first)}${othersText}${reason}`];
  });
}

/** Returns lines with the skipped, flaky and failed tests, and the first lines of the errors. */
export function closingLines(results: readonly NamedResult[]): string[] {
  const testsOf = (kind: 'failures' | 'flaky' | 'skips'): SuiteTest[] =>
    results.flatMap(({ name, [kind]: tests }) => tests.map((test) => ({ suite: name, test })));
  const [failures, flaky, skips] = [testsOf('failures'), testsOf('flaky'), skipLines(testsOf('skips'))];
  const shownFailures = failures.slice(0, maxFailures);
  const errorLines = Math.min(maxErrorLines, Math.floor(maxFailureLines / Math.max(shownFailures.length, 1)) - 1);
  return [
    ...skips.slice(0, maxSkips),
    ...moreLines(maxSkips, skips.length, 'lines of skipped tests'),
    ...flaky.slice(0, maxFlaky).flatMap((one) => [`  flaky: ${headOf(one)}`, ...linesOf(one.test, 1)]),
    ...moreLines(maxFlaky, flaky.length, 'flaky tests'),
    ...shownFailures.flatMap((one) => [`  failed: ${headOf(one)}`, ...linesOf(one.test, errorLines)]),
    ...moreLines(maxFailures, failures.length, 'failures'),
  ];
}
