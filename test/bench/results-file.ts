import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, release, totalmem, type } from 'node:os';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { type BenchmarkRow, verdictOf } from './benchmark.ts';
import type { MedianInterval } from './bootstrap.ts';

export const describeMachine = () => ({
  cpu: cpus()[0]?.model ?? 'unknown',
  cores: cpus().length,
  memory: `${Math.round(totalmem() / 1024 ** 3)} GiB`,
  system: `${type()} ${release()}`,
  node: process.versions.node,
  /** Load average of the minute before the benchmark; shows what else was running. */
  load: loadavg()[0] ?? 0,
});

/** The result of one benchmark, with its own time because several runs may share one day's file. */
export interface BenchmarkResult {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly pairs: number;
  readonly machine: ReturnType<typeof describeMachine>;
  readonly rows: readonly BenchmarkRow[];
}

interface ResultsFile {
  readonly date: string;
  readonly results: readonly BenchmarkResult[];
}

const folder = path.join(projectRoot, 'bench', 'results');

function readResults(file: string): readonly BenchmarkResult[] {
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ResultsFile).results : [];
}

/**
 * Merges results into the day's file, replacing those with the same id, in the order of `ids`. Also writes the Markdown
 * table. Returns the path of the JSON file.
 */
export function keepResults(date: string, ids: readonly string[], fresh: readonly BenchmarkResult[]): string {
  const file = path.join(folder, `${date}.json`);
  const byId = new Map([...readResults(file), ...fresh].map((result) => [result.id, result]));
  const results = [...byId.values()].sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id));
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${JSON.stringify({ date, results } satisfies ResultsFile, null, 2)}\n`);
  writeFileSync(
    file.replace(/json$/, 'md'),
    `# Benchmarks of ${date}\n\n${machineList(results)}\n\n${resultsTable(results)}`,
  );
  return path.relative(projectRoot, file);
}

function machineList(results: readonly BenchmarkResult[]): string {
  const lines = results.map(
    ({ machine }) =>
      `${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}, Node ${machine.node}`,
  );
  return [...new Set(lines)].join('\n');
}

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

export function resultsTable(results: readonly BenchmarkResult[]): string {
  const rows = results.flatMap((result) => result.rows.map((row) => cells(result, row)));
  const line = (columns: readonly string[]) => `| ${columns.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`;
  return [line(head), line(head.map(() => '---')), ...rows.map(line), ''].join('\n');
}
