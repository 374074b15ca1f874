import type { BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { cpuPerRequest, type LoadGenerator } from './load-generator.ts';
import type { MeasuredServer } from './measured-process.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import type { Load } from './servers/load.ts';

/** One side of a comparison: a server and the requests it gets. */
interface LoadedServer {
  readonly server: MeasuredServer;
  readonly paths: readonly string[];
  readonly headers?: Readonly<Record<string, string>>;
}

interface CpuComparison {
  readonly name: string;
  readonly goal?: number;
  /** Requests per sample. The closer the goal is to 1, the more are needed. */
  readonly amount: number;
  /** Requests of each side before the first round. @default 6,000 */
  readonly warmUp?: number;
}

const microseconds = (value: number): string => `${value.toFixed(1)} µs`;

const connections = 50;

/**
 * Compares the CPU time per request of subject and base under the same fixed load. The control is a second server like
 * the base; it shows how much two identical processes differ.
 */
export async function compareCpu(
  { name, goal, amount, warmUp = 6_000 }: CpuComparison,
  { subject, base, control }: Readonly<Record<'subject' | 'base' | 'control', LoadedServer>>,
  generator: LoadGenerator,
  { pairs, dropped }: BenchmarkRun,
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
  const rounds = await runRounds(
    { subject: sample(subject), base: sample(base), control: sample(control) },
    { pairs, dropped },
  );
  return {
    name,
    ...(goal !== undefined && { goal }),
    ratio: pairedRatio(rounds.subject, rounds.base),
    control: pairedRatio(rounds.control, rounds.base),
    figures: {
      'CPU per request': microseconds(medianOf(rounds.subject)),
      'CPU per request of the base': microseconds(medianOf(rounds.base)),
    },
  };
}
