import type { Page } from '@playwright/test';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { bootstrapMedian, medianOf } from './bootstrap.ts';
import { inBothWindows } from './windows/in-both-windows.ts';
import type { BenchWindow } from './windows/open-window.ts';

const flips = 60;
const sizes = [10, 100];
/** Of flips that may take longer than a frame. */
const goal = 0.05;
const frameMs = 1000 / 60;
/** A frame's callback is up to a millisecond late on a machine that is not idle. */
const slackMs = 1;

/**
 * Presses Next page and Previous page in turn, each time right after a frame, and measures until the callback of the first
 * frame that shows other rows. Both pages are in the page's cache.
 */
const flipTimes = (page: Page, times: number): Promise<number[]> =>
  page.evaluate(async (count) => {
    const frame = () => new Promise<number>((resolve) => requestAnimationFrame(() => resolve(performance.now())));
    const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
    const firstId = () => document.querySelector('.data-table tr[data-row-id]')?.getAttribute('data-row-id');
    const button = (name: string) => document.querySelector<HTMLElement>(`button[aria-label="${name}"]`);
    const took: number[] = [];
    for (let flip = 0; flip < count; flip += 1) {
      await pause(60);
      await frame();
      // After the paint of that frame: the flip has the whole of the next one.
      await new Promise<void>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.addEventListener('message', () => resolve());
        port1.start();
        port2.postMessage(null);
      });
      const before = firstId();
      const startedAt = performance.now();
      button(flip % 2 === 0 ? 'Next page' : 'Previous page')?.click();
      let shownAt = 0;
      for (let frames = 0; frames < 60 && shownAt === 0; frames += 1) {
        const at = await frame();
        if (firstId() !== before) shownAt = at;
      }
      took.push(shownAt === 0 ? Number.POSITIVE_INFINITY : shownAt - startedAt);
    }
    return took;
  }, times);

async function measure({ page, name }: BenchWindow, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  const rows: BenchmarkRow[] = [];
  // Three series are the goal's own procedure; more of them tell how far they scatter.
  const series = Math.max(3, Math.round(pairs / 7));
  for (const size of sizes) {
    await page.evaluate((rowsPerPage) => (location.hash = `/migrations?size=${rowsPerPage}`), size);
    const missed: number[] = [];
    const took: number[] = [];
    for (let done = 0; done < series; done += 1) {
      // A page older than 15 s is read again while it is shown: every series begins with fresh ones.
      await page.reload();
      await page.locator(`.data-table tbody tr:nth-child(${size})`).waitFor();
      await flipTimes(page, Math.max(2, dropped * 2));
      const times = await flipTimes(page, flips);
      missed.push(times.filter((ms) => ms > frameMs + slackMs).length / flips);
      took.push(...times);
    }
    const sorted = took.sort((one, other) => one - other);
    rows.push({
      name: `${name}, ${size} rows: share of flips that miss a frame`,
      goal,
      ratio: bootstrapMedian(missed),
      figures: {
        median: `${medianOf(took).toFixed(1)} ms`,
        '95 %': `${(sorted[Math.floor(sorted.length * 0.95)] ?? Number.NaN).toFixed(1)} ms`,
        flips: `${flips} x ${series}`,
      },
    });
  }
  return rows;
}

/** P4: a flip to a page that is in the cache, from the press to the frame that shows it. */
export const p4PageFlip: Benchmark = {
  id: 'P4',
  title: 'Page flip from the cache: share of flips that are not painted within one frame',
  run: (run) => inBothWindows((opened) => measure(opened, run)),
};
