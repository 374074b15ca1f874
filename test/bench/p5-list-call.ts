import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { browserSides, type CallSides, electronSides } from './calls/call-sides.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { delayedConsole } from './starts/delayed-console.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';
import { withDisplay } from '#test/fixtures/system/virtual-display.ts';
import { snapshotFolder } from './build-snapshot.ts';

const milliseconds = (values: readonly number[]): string => `${medianOf(values).toFixed(2)} ms`;

/** The latency added below the console, the goal for it, and the calls per sample. */
const cases = [
  { latencyMs: 0, goal: 2, calls: 40 },
  { latencyMs: 50, goal: 1.1, calls: 5 },
] as const;

async function measureCalls(
  sides: CallSides,
  { latencyMs, goal, calls }: (typeof cases)[number],
  { pairs, dropped }: BenchmarkRun,
): Promise<BenchmarkRow[]> {
  const timed = (side: CallSides['bare']) => () => side(calls);
  const rounds = await runRounds(
    {
      console: timed(sides.console),
      bare: timed(sides.bare),
      control: timed(sides.bare),
      relay: timed(sides.relay ?? (() => Promise.resolve(Number.NaN))),
    },
    { pairs, dropped },
  );
  const name = `${sides.name}, ${latencyMs} ms added`;
  const rows: BenchmarkRow[] = [
    {
      name: `${name}, / the transport alone`,
      goal,
      ratio: pairedRatio(rounds.console, rounds.bare),
      control: pairedRatio(rounds.control, rounds.bare),
      figures: { 'list call': milliseconds(rounds.console), transport: milliseconds(rounds.bare) },
    },
  ];
  if (sides.relay) {
    rows.push({
      name: `${name}, / page, bare relay, service`,
      ratio: pairedRatio(rounds.console, rounds.relay),
      control: pairedRatio(rounds.control, rounds.bare),
      figures: { 'list call': milliseconds(rounds.console), 'bare relay': milliseconds(rounds.relay) },
    });
  }
  return rows;
}

/** P5: a list call from the renderer to typed rows, against the same call with the host's plain HTTP transport. */
export const p5ListCall: Benchmark = {
  id: 'P5',
  title: 'List call of 25 rows, renderer to typed rows / the same call on the bare transport',
  run: (run) =>
    withDisplay(async () => {
      const rows: BenchmarkRow[] = [];
      for (const each of cases) {
        for (const open of [electronSides, browserSides]) {
          await withScratchFolder(async (folder) => {
            process.env['FERRY_BENCH_LATENCY_MS'] = String(each.latencyMs);
            const app = each.latencyMs === 0 ? snapshotFolder : await delayedConsole(folder);
            const sides = await open(app, path.join(folder, 'user-data'));
            try {
              rows.push(...(await measureCalls(sides, each, run)));
            } finally {
              await sides.close();
              if (app !== snapshotFolder) await rm(app, { recursive: true, force: true });
            }
          });
        }
      }
      return rows;
    }),
};
