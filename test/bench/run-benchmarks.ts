import { exitWithResult, readFlags, UsageFault } from '#build/launch/base/launch-fault.ts';
import { allBenchmarks } from './all-benchmarks.ts';
import type { Benchmark } from './benchmark.ts';
import { takeBuildSnapshot } from './build-snapshot.ts';
import { removePostgresRows } from './postgres-rows.ts';
import { type BenchmarkResult, describeMachine, keepResults, resultsTable } from './results-file.ts';

/** The measuring procedure requires at least this number of pairs. Results with fewer are printed but not saved. */
const minPairs = 21;
const dropped = 2;

const usage = `npm run bench -- [ID ...] [--pairs N] [--installed COMMAND] [--list]
Runs the named benchmarks, or all. --installed measures the start of an installed test build instead of the
local build. Results of ${minPairs} or more pairs are saved in bench/results.`;

const options = {
  pairs: { type: 'string', default: '21' },
  installed: { type: 'string' },
  list: { type: 'boolean' },
  help: { type: 'boolean' },
} as const;

const refuse = (sentence: string): never => {
  throw new UsageFault(sentence, usage);
};
const say = (line: string): void => void process.stderr.write(`${line}\n`);

function choose(ids: readonly string[], installed: boolean): readonly Benchmark[] {
  const all = allBenchmarks.filter(({ needsInstalled }) => !installed || needsInstalled);
  if (ids.length === 0) return all;
  const known = new Map(all.map((benchmark) => [benchmark.id.toLowerCase(), benchmark]));
  return ids.map(
    (id) =>
      known.get(id.toLowerCase()) ??
      refuse(
        `There is no benchmark ${id}${installed ? ' of an installed console' : ''}; there are ${all.map((each) => each.id).join(', ')}.`,
      ),
  );
}

/** Results of an installed console have their own id. */
const idOf = (id: string, installed: string | undefined): string => (installed === undefined ? id : `${id}-installed`);

async function runOne(benchmark: Benchmark, pairs: number, installed?: string): Promise<BenchmarkResult> {
  const machine = describeMachine();
  const startedAt = performance.now();
  say(`${benchmark.id}: ${benchmark.title}`);
  const rows = await benchmark.run({ pairs, dropped, say: (line) => say(`  ${line}`), installed });
  say(`  done in ${Math.round((performance.now() - startedAt) / 1000)} s`);
  return {
    id: idOf(benchmark.id, installed),
    title: benchmark.title,
    at: new Date().toISOString(),
    pairs,
    machine,
    rows,
  };
}

await exitWithResult(async () => {
  const { values: flags, positionals: ids } = readFlags({ allowPositionals: true, options }, usage);
  if (flags.help || flags.list) {
    const lines = flags.help ? [usage] : allBenchmarks.map(({ id, title }) => `${id}\t${title}`);
    process.stdout.write(`${lines.join('\n')}\n`);
    return 0;
  }
  const pairs = /^[1-9]\d{0,3}$/.test(flags.pairs) ? Number(flags.pairs) : refuse('--pairs takes a whole number.');
  const results: BenchmarkResult[] = [];
  const order = allBenchmarks.flatMap(({ id }) => [id, idOf(id, '')]);
  const chosen = choose(ids, flags.installed !== undefined);
  await takeBuildSnapshot();
  for (const benchmark of chosen) {
    try {
      const result = await runOne(benchmark, pairs, flags.installed);
      results.push(result);
      if (pairs >= minPairs) keepResults(result.at.slice(0, 10), order, [result]);
    } catch (error) {
      say(`  ${benchmark.id} ended without a result: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  await removePostgresRows();
  process.stdout.write(resultsTable(results));
  say(
    pairs >= minPairs
      ? 'Saved in bench/results, as JSON and as a table.'
      : `Not saved: the procedure requires at least ${minPairs} pairs.`,
  );
  return results.length === chosen.length ? 0 : 1;
});
