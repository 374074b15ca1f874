import { type BenchmarkRow, verdictOf } from './benchmark.ts';
import type { MedianInterval } from './bootstrap.ts';
import type { BenchmarkResult } from './results-file.ts';

const number = (value: number): string => value.toFixed(value < 0.1 ? 3 : 2);
const interval = (value: MedianInterval | undefined): string =>
  value ? `${number(value.median)} (${number(value.low)} to ${number(value.high)})` : '';

const cells = (result: BenchmarkResult, row: BenchmarkRow): string[] => [
  result.id,
  `${result.title}: ${row.name}`,
  row.goal === undefined ? '' : `<= ${row.goal}`,
  interval(row.ratio),
  interval(row.control),
  Object.entries(row.figures)
    .map(([what, figure]) => `${what} ${figure}`)
    .join(', '),
  verdictOf(row),
];

const head = ['id', 'what', 'goal', 'ratio (95 %)', 'A/A control', 'figures here', 'verdict'];

/** The results as a Markdown table. */
export function resultsTable(results: readonly BenchmarkResult[]): string {
  const rows = results.flatMap((result) => result.rows.map((row) => cells(result, row)));
  const line = (columns: readonly string[]) => `| ${columns.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
