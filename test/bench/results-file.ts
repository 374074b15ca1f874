import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { BenchmarkRow } from './benchmark.ts';
import type { Machine } from './machine.ts';
import { resultsTable } from './results-table.ts';

/** The result of one benchmark with its time: several runs may fill one day's file. */
export interface BenchmarkResult {
  readonly id: string;
  readonly title: string;
  readonly at: string;
  readonly pairs: number;
  readonly machine: Machine;
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
    `# Benchmarks of ${date}\n\n${machinesOf(results)}\n\n${resultsTable(results)}`,
  );
  return path.relative(projectRoot, file);
}

function machinesOf(results: readonly BenchmarkResult[]): string {
  const lines = results.map(
    ({ machine }) =>
      `${machine.cpu}, ${machine.cores} cores, ${machine.memory}, ${machine.system}, Node ${machine.node}`,
  );
  return [...new Set(lines)].join('\n');
}
