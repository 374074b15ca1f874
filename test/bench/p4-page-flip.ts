import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { flipTimes } from './page/flip-pages.ts';
import { type ConsoleWindow, inConsoleWindow } from './starts/in-console-window.ts';

const flips = 60;
const sizes = [10, 100];
/** At most this share of flips may take longer than a frame. */
const goal = 0.05;
const frameMs = 1000 / 60;
/** On a busy machine, a frame's callback may be up to 1 ms late. */
const slackMs = 1;

const shareOfLateFrames = (times: readonly number[]): number =>
  times.filter((ms) => ms > frameMs + slackMs).length / times.length;

/** The share of late flips in some series, with the flips' durations. */
function rowOf(name: string, series: readonly (readonly number[])[]): BenchmarkRow {
  const sorted = series.flat().sort((one, other) => one - other);
  return {
    name,
    ratio: bootstrapMedian(series.map(shareOfLateFrames)),
    figures: {
      median: `${medianOf(sorted).toFixed(1)} ms`,
      '95 %': `${(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(1)} ms`,
      flips: `${flips} x ${series.length}`,
    },
  };
}

async function measure({ page, name }: ConsoleWindow, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  // The goal needs three series; more show the variance.
  const count = Math.max(3, Math.round(pairs / 7));
  const warmUp = Math.max(2, dropped * 2);
  for (const size of sizes) {
    await page.evaluate((rowsPerPage) => (location.hash = `/migrations?size=${rowsPerPage}`), size);
    const consoleTimes: number[][] = [];
    for (let done = 0; done < count; done += 1) {
      // Pages older than 15 s are refetched while shown, so every series starts with fresh ones.
      await page.reload();
      await page.locator(`.data-table tbody tr:nth-child(${size})`).waitFor();
      await page.evaluate(flipTimes, warmUp);
      consoleTimes.push(await page.evaluate(flipTimes, flips));
    }
    rows.push({ ...rowOf(`${name}, ${size} rows: share of flips that miss a frame`, consoleTimes), goal });
  }
  return rows;
}

/** P4: a flip to a cached page, from the key press to the frame that shows it. */
export const p4PageFlip: Benchmark = {
  id: 'P4',
  title: 'Page flip from the cache: share of flips that are not painted within one frame',
  run: (run) => inConsoleWindow((opened) => measure(opened, run)),
};
