import type { BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { compare, inUnit } from './comparison.ts';
import { cpuPerRequest, type LoadGenerator } from './load-generator.ts';
import type { MeasuredServer } from './measured-process.ts';
import type { Load } from './servers/load.ts';

interface LoadedServer {
  readonly server: MeasuredServer;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface CpuComparison {
  readonly name: string;
  readonly goal: number;
  /** Requests per sample. The closer the goal is to 1, the more are needed. */
  readonly amount: number;
  /** Requests of each side before the first round. @default 6,000 */
  readonly warmUp?: number;
}

const connections = 50;

/**
 * Compares the CPU time per request of subject and base under the same fixed load. The control is a second server like
 * the base; it shows how much two identical processes differ.
 */
export async function compareCpu(
  { name, goal, amount, warmUp = 6_000 }: CpuComparison,
  { subject, base, control }: Readonly<Record<'subject' | 'base' | 'control', LoadedServer>>,
  generator: LoadGenerator,
  run: BenchmarkRun,
): Promise<BenchmarkRow> {
  const loadOf = ({ server, paths, headers = {} }: LoadedServer, requests: number): Load => ({
    url: server.url,
    paths,
    headers,
    connections,
    amount: requests,
  });
  const sample = (side: LoadedServer) => () => cpuPerRequest(side.server, generator, loadOf(side, amount));
  for (const side of [subject, base, control]) await generator.send(loadOf(side, warmUp));
  const sides = ['CPU per request', 'CPU per request of the base'] as const;
  const variants = { subject: sample(subject), base: sample(base), control: sample(control) };
  return compare({ name, goal, sides, format: inUnit('µs', 1) }, variants, run);
}
