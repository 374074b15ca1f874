import { mustCall } from '#test/fixtures/console/call-console.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { builtProgram } from './build-snapshot.ts';
import { startMeasured } from './measured-process.ts';
import { type FeltStep, type FeltTimes, takeFeltStep } from './page/felt-steps.ts';
import { pairedRatio } from './paired-ratio.ts';
import { withScratchFolder } from './starts/scratch-folder.ts';
import { inBothWindows } from './windows/in-both-windows.ts';
import type { BenchWindow } from './windows/open-window.ts';

/** What a person takes for at once. */
const goalMs = 100;
const rowCount = 20_000;
const loadedWithinMs = 120_000;
const steps: Readonly<Record<FeltStep, string>> = {
  drawer: 'a row pressed, to its drawer',
  palette: 'Ctrl+K, to the palette',
  sort: `${rowCount.toLocaleString('en')} rows sorted by a press on a head`,
  filter: `${rowCount.toLocaleString('en')} rows filtered by two letters`,
};

const milliseconds = (values: readonly number[]): string => `${medianOf(values).toFixed(1)} ms`;

async function measure({ page, name }: BenchWindow, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  const taken = new Map<FeltStep, FeltTimes[]>();
  for (let round = 0; round < dropped + pairs; round += 1) {
    for (const step of Object.keys(steps) as FeltStep[]) {
      const times = await page.evaluate(takeFeltStep, step);
      if (round >= dropped) taken.set(step, [...(taken.get(step) ?? []), times]);
    }
  }
  return [...taken].flatMap(([step, times]) => {
    const felt = times.map((each) => each.felt);
    const bare = times.map((each) => each.bare);
    const slowest = `${Math.round(Math.max(...felt))} ms`;
    const atOnce = pairedRatio(
      felt,
      felt.map(() => goalMs),
    );
    return [
      { name: `${name}, ${steps[step]}`, goal: 1, ratio: atOnce, figures: { median: milliseconds(felt), slowest } },
      {
        name: `${name}, ${steps[step]}, / a copy of the same elements`,
        ratio: pairedRatio(felt, bare),
        figures: { felt: milliseconds(felt), bare: milliseconds(bare) },
      },
    ];
  });
}

/** P22: what people do all day, from the press to the frame that shows it, over all rows of a service. */
export const p22FeltSteps: Benchmark = {
  id: 'P22',
  title: 'From a press to its picture / 100 ms',
  run: (run) =>
    withScratchFolder(async (data) => {
      const rows = ['--data', data, '--migrations', String(rowCount), '--session-key', '--log-level', 'warn'];
      const service = await startMeasured(builtProgram('service', 'main.mjs'), rows);
      try {
        return await inBothWindows(async (opened) => {
          const { page } = opened;
          await useService(page, { url: service.url, apiKey: () => String(service.ready['apiKey']) });
          await page.evaluate(() => (location.hash = '/migrations?view=all'));
          await mustCall(page, 'loaded', 'start', { resource: 'migrations', confirmed: true });
          const loaded = new LoadedPage(page, 'Migrations');
          await loaded.count(rowCount).waitFor({ timeout: loadedWithinMs });
          await loaded.row(0).waitFor();
          return measure(opened, run);
        });
      } finally {
        await service.stop();
      }
    }),
};
