import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { tabWalk } from '#test/fixtures/page/tab-walk.ts';
import { goTo } from '#test/page-models/reading-pages.ts';

test(
  'every control of the Webhooks tabs is reachable and visible by keyboard, at 200 % and in forced colors',
  { tag: ['@W10', '@W12', '@W13'] },
  async ({ console: { page, pageErrors } }) => {
    const receiver = await startReceiver();
    try {
      await requestsAtRest(page);
      const endpoint = { url: receiver.url, description: 'My backend', statuses: null, confirmed: true };
      const { id } = await mustCall<{ id: string }>(page, 'webhooks', 'addEndpoint', endpoint);
      await mustCall(page, 'webhooks', 'testEndpoint', { id, confirmed: true });
      await expect.poll(() => receiver.received.length).toBe(1);
      await mustCall(page, 'listener', 'start', { address: receiver.url });
      await mustCall(page, 'listener', 'sendTest', {});
      await expect.poll(() => receiver.received.length).toBe(2);
      const states: readonly (readonly [string, () => Promise<void>])[] = [
        [
          'listen',
          async () => {
            await page.getByRole('list', { name: 'Events' }).getByRole('button').first().click();
            await page.getByRole('region', { name: 'Headers' }).waitFor();
          },
        ],
        ['endpoints', () => page.getByRole('button', { name: /^Actions for/ }).waitFor()],
        [
          'deliveries',
          async () => {
            await page.getByRole('button', { name: 'Delivered' }).click();
            await page.getByRole('group', { name: 'Body' }).waitFor();
          },
        ],
        ['check', () => page.getByRole('button', { name: 'Check', exact: true }).waitFor()],
        ['code', () => page.getByRole('group', { name: /^receiver/ }).waitFor()],
      ];
      for (const [tab, open] of states) {
        await test.step(tab, async () => {
          await page.setViewportSize({ width: 1280, height: 800 });
          await goTo(page, `/webhooks?tab=${tab}`);
          await open();
          for (const [width, height, forcedColors] of [
            [1280, 800, 'none'],
            [640, 400, 'active'],
          ] as const) {
            await page.setViewportSize({ width, height });
            await page.emulateMedia({ forcedColors });
            const [skip, ...stops] = await tabWalk(page, 'there');
            expect(skip?.name, `${tab} at ${width}`).toContain('Skip to main content');
            // Skips code samples, which are taller than a window and scroll with the page.
            const observedStops = stops.filter(({ name }) => !name.startsWith('pre "receiver'));
            const faults = observedStops.flatMap((stop) => stop.faults.map((fault) => `${stop.name} ${fault}`));
            expect(faults, `${tab} at ${width}`).toEqual([]);
            expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
            // axe can't see forced colors: it reads the primary button's text in the theme's color, but the system
            // draws white on black.
            if (forcedColors === 'none') expect(await findings(page), `${tab} at ${width}`).toEqual([]);
          }
          await page.emulateMedia({ forcedColors: 'none' });
        });
      }
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.close();
    }
  },
);
