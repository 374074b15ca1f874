import { chromium, type Page } from '@playwright/test';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { startFerryService } from '#test/sdk/ferry-service.ts';
import { startHostSite } from '#test/sdk/host-site.ts';
import type { Benchmark } from './benchmark.ts';
import { medianOf } from './bootstrap.ts';
import { pairedRatio, runRounds } from './paired-ratio.ts';

const staticPage = (title: string) => `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>
<h1>Where is your data now?</h1><p>Choose the service you are moving from.</p></html>`;

/** Milliseconds from setting the `src` of a new iframe to the first paint of content in it. */
const timeOpen = async (page: Page, url: string): Promise<number> => {
  const asked = await page.evaluate((address) => {
    document.querySelector('iframe')?.remove();
    const frame = document.createElement('iframe');
    frame.style.cssText = 'width:376px;height:640px;border:0';
    document.body.append(frame);
    const now = performance.timeOrigin + performance.now();
    frame.src = address;
    return now;
  }, url);
  const handle = await page.waitForSelector('iframe');
  await page.waitForFunction((address) => document.querySelector('iframe')?.src === address, url);
  const frame = await handle.contentFrame();
  if (frame === null) throw new Error('The iframe has no document.');
  await frame.waitForURL(url);
  const painted = await frame.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const done = ({ startTime }: PerformanceEntry) => resolve(performance.timeOrigin + startTime);
        new PerformanceObserver((list) => list.getEntriesByName('first-contentful-paint').forEach(done)).observe({
          type: 'paint',
          buffered: true,
        });
      }),
  );
  return painted - asked;
};

/** P13: the modal's page in a frame against a static page in a frame; what the SDK calls before it, apart. */
export const p13ModalOpen: Benchmark = {
  id: 'P13',
  title: "Modal: from the iframe's src to its first paint / a static HTML iframe",
  run: async ({ pairs, dropped }) => {
    const service = await startFerryService();
    const site = await startHostSite(service);
    const other = await startHostSite(service);
    const browser = await chromium.launch(chromiumOptions());
    try {
      const page = await browser.newPage();
      await page.goto(site.url);
      other.serveAt('/static', staticPage('static'));
      other.serveAt('/control', staticPage('control'));
      const calls: number[] = [];
      const openModal = async (): Promise<number> => {
        await page.evaluate(() => localStorage.clear());
        const { url, took } = await page.evaluate(async (base) => {
          const { link_token } = (await (await fetch('/link-token', { method: 'POST' })).json()) as {
            link_token: string;
          };
          const began = performance.now();
          const post = async (path: string, token: string, body: object) =>
            (await (
              await fetch(`${base}/api/v1/${path}`, {
                method: 'POST',
                headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
                body: JSON.stringify(body),
              })
            ).json()) as { access_token: string; url: string };
          const { access_token } = await post('access-token', link_token, { link_token });
          const modal = await post('migration-modal', access_token, { user_id: 'ada@aurora.example' });
          return { url: modal.url, took: performance.now() - began };
        }, service.url);
        calls.push(took);
        return timeOpen(page, url);
      };
      const rounds = await runRounds(
        {
          modal: openModal,
          static: () => timeOpen(page, `${other.url}/static`),
          control: () => timeOpen(page, `${other.url}/control`),
        },
        { pairs, dropped },
      );
      const shown = (values: readonly number[]) => `${medianOf(values).toFixed(1)} ms`;
      return [
        {
          name: 'first paint',
          goal: 1.15,
          ratio: pairedRatio(rounds.modal, rounds.static),
          control: pairedRatio(rounds.control, rounds.static),
          figures: { modal: shown(rounds.modal), static: shown(rounds.static), 'calls before': shown(calls) },
        },
      ];
    } finally {
      await browser.close();
      await Promise.all([site.close(), other.close()]);
      await service.stop();
    }
  },
};
