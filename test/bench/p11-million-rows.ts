import type { Page } from '@playwright/test';
import type { Benchmark, BenchmarkRow, BenchmarkRun } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';
import { inBothWindows } from './windows/in-both-windows.ts';
import { madeCount, serveMadeRows } from './windows/made-rows.ts';
import type { BenchWindow } from './windows/open-window.ts';

const seconds = 4;
const speeds = [3_000, 60_000];
/** The list must have 0.99 of the empty scroller's frame rate: the other way round, so that less is better. */
const goal = 1 / 0.99;
const mostNodes = 400;

interface Scrolled {
  readonly framesPerSecond: number;
  /** Elements below the scroller, at most. */
  readonly nodes: number;
}

/** Scrolls an element for some seconds, a step at each frame, there and back where the end is reached. */
const scroll = (page: Page, selector: string, speed: number): Promise<Scrolled> =>
  page.evaluate(
    async ([target, pxPerSecond, duration]) => {
      const scroller = document.querySelector(target);
      if (!scroller) throw new Error(`There is no ${target}.`);
      scroller.scrollTop = 0;
      const startedAt = performance.now();
      let frames = 0;
      let nodes = 0;
      for (let at = startedAt; at - startedAt < duration * 1000;) {
        at = await new Promise<number>((resolve) => requestAnimationFrame(resolve));
        scroller.scrollTop = ((at - startedAt) / 1000) * pxPerSecond;
        frames += 1;
        if (frames % 20 === 0) nodes = Math.max(nodes, scroller.querySelectorAll('*').length);
      }
      return { framesPerSecond: (frames / (performance.now() - startedAt)) * 1000, nodes };
    },
    [selector, speed, seconds] as const,
  );

/** An empty scroller of the same size and height, over the list; it is gone when it has been measured. */
async function scrollEmpty(page: Page, speed: number): Promise<Scrolled> {
  await page.evaluate(() => {
    const list = document.querySelector('.virtual-scroll');
    const { left, top, width, height } = list?.getBoundingClientRect() ?? new DOMRect(0, 0, 1000, 600);
    const scroller = document.createElement('div');
    scroller.id = 'empty-scroller';
    scroller.style.cssText = `position:fixed;z-index:9;overflow:auto;background:#fff;left:${left}px;top:${top}px;width:${width}px;height:${height}px`;
    const space = document.createElement('div');
    space.style.height = `${list?.scrollHeight ?? 30_000_000}px`;
    scroller.append(space);
    document.body.append(scroller);
  });
  const scrolled = await scroll(page, '#empty-scroller', speed);
  await page.evaluate(() => document.getElementById('empty-scroller')?.remove());
  return scrolled;
}

async function reachLast(page: Page): Promise<void> {
  await page.locator('.virtual-scroll tr[data-index]').first().focus();
  await page.keyboard.press('End');
  const last = page.locator(`.virtual-scroll tr[data-index="${madeCount - 1}"][data-row-id]`);
  await last.waitFor();
  const view = await page.locator('.virtual-scroll').boundingBox();
  const row = await last.boundingBox();
  const isInView = row && view && row.y >= view.y && row.y + row.height <= view.y + view.height + 1;
  if (!isInView) throw new RangeError('The last row is not in view.');
}

async function measure(opened: BenchWindow, { pairs, dropped }: BenchmarkRun): Promise<BenchmarkRow[]> {
  const { page, name } = opened;
  await serveMadeRows(opened);
  await page.evaluate(() => (location.hash = '/migrations?view=all'));
  // What the page knew before came from the data process.
  await page.reload();
  await page.locator('.virtual-scroll tr[data-row-id]').nth(5).waitFor();
  await reachLast(page);
  const rows: BenchmarkRow[] = [];
  for (const speed of speeds) {
    let nodes = 0;
    const list = async () => {
      const scrolled = await scroll(page, '.virtual-scroll', speed);
      nodes = Math.max(nodes, scrolled.nodes);
      return scrolled.framesPerSecond;
    };
    const empty = async () => (await scrollEmpty(page, speed)).framesPerSecond;
    const rounds = await runRounds({ list, empty, control: empty }, { pairs, dropped });
    rows.push({
      name: `${name}, ${speed.toLocaleString('en-US')} px/s: empty scroller's frame rate / the list's`,
      goal,
      ratio: pairedRatio(rounds.empty, rounds.list),
      control: pairedRatio(rounds.control, rounds.empty),
      figures: {
        list: `${medianOf(rounds.list).toFixed(1)} frames/s`,
        empty: `${medianOf(rounds.empty).toFixed(1)} frames/s`,
        'DOM nodes, at most': `${nodes}${nodes > mostNodes ? `, over ${mostNodes}` : ''}`,
        'last row': 'reached',
      },
    });
  }
  return rows;
}

/** P11: a list of a million made rows against an empty scroller in the same page. */
export const p11MillionRows: Benchmark = {
  id: 'P11',
  title: 'Scrolling 1,000,000 loaded rows: frame rate of an empty scroller / of the list',
  run: (run) => inBothWindows((opened) => measure(opened, run)),
};
