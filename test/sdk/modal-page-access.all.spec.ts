import AxeBuilder from '@axe-core/playwright';
import type { Page } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { expect, test } from './sdk-test.ts';
import { beginCopy, chooseAndLogIn, heading, openModal } from './modal-steps.ts';

/** Runs axe-core on the page, including the modal's frame. */
const expectAccessible = async (page: Page, where: string): Promise<void> =>
  expect(await findingsHere(page, 'all'), where).toEqual([]);

test('the whole flow works by keyboard alone', { tag: '@X4' }, async ({ host, service }) => {
  await openModal(host);
  const { keyboard } = host.page;
  await keyboard.press('Tab');
  await keyboard.type('crew');
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(heading(host)).toHaveText('Log in to Crewbase');
  await expect(heading(host)).toBeFocused();
  await keyboard.press('Tab');
  await keyboard.press('Control+a');
  await keyboard.type('needs-input@aurora.example');
  await keyboard.press('Tab');
  await keyboard.type('secret');
  await keyboard.press('Enter');
  await expect(heading(host)).toHaveText(/^Copy to/);
  await keyboard.press('Tab');
  await keyboard.press('Enter');
  await expect(heading(host)).toHaveText('Copying your data');
  await service.call('POST', '/control/clock', { advance_seconds: 4 });
  await expect(heading(host)).toHaveText('One question');
  await keyboard.press('Tab');
  await keyboard.press('ArrowDown');
  await keyboard.press('Enter');
  await expect(heading(host)).toHaveText('Copying your data');
});

test(
  'axe finds nothing on any step at a width of 320 px in either theme',
  { tag: '@X4' },
  async ({ host, service }) => {
    await host.page.setViewportSize({ width: 320, height: 568 });
    const check = async (title: string | RegExp) => {
      await expect(heading(host)).toHaveText(title);
      await expectAccessible(host.page, String(title));
      const frame = await host.frame();
      expect(await frame.evaluate(() => document.documentElement.scrollWidth), String(title)).toBeLessThanOrEqual(320);
    };
    await openModal(host);
    await check('Where is your data now?');
    await host.modal.getByRole('button', { name: /Ledgerline/ }).click();
    await host.modal.getByText('Practice users').click();
    await check('Log in to Ledgerline');
    for (const [user, title, recoveryAction] of [
      ['wrong', 'Log in to Ledgerline', null],
      ['locked', 'Ledgerline locked this account', 'Try again'],
      ['down', "Ledgerline isn't responding", 'Choose another service'],
      ['second-factor', 'Enter the code', 'Back'],
      ['companies', 'Which company?', 'Back'],
      ['good', /^Copy to/, 'Back'],
    ] as const) {
      await chooseAndLogIn(host, user);
      await check(title);
      if (recoveryAction !== null) await host.modal.getByRole('button', { name: recoveryAction, exact: true }).click();
    }
    await beginCopy(host, 'slow');
    await check('Copying your data');
    await host.modal.getByRole('button', { name: 'Close', exact: true }).click();
    await expectAccessible(host.page, 'leave');
    for (const [user, title] of [
      ['needs-input', 'One question'],
      ['good', 'All done'],
      ['partial', 'Done, but 14 items are missing'],
      ['failing', 'The copy stopped'],
    ] as const) {
      await host.page.evaluate('Ferry.close()');
      await openModal(host, { startNew: true });
      await beginCopy(host, user);
      await service.call('POST', '/control/clock', { advance_seconds: 9 });
      await check(title);
    }
    await host.page.evaluate('Ferry.close()');
    await openModal(host, { startNew: true });
    await service.call('POST', '/control/tokens/expire');
    await check('This window was open too long');
  },
);

test('axe finds a planted button without a name in the modal', { tag: '@X4' }, async ({ host }) => {
  await openModal(host);
  await (await host.frame()).evaluate(() => document.querySelector('#view')?.append(document.createElement('button')));
  await expect(expectAccessible(host.page, 'planted')).rejects.toThrow('button-name');
});

test(
  'axe finds nothing in the loading card in both themes, both states and with the page’s accent color',
  { tag: '@S21' },
  async ({ host }) => {
    const card = host.page.locator('dialog');
    const cardHeading = card.locator('h2');
    for (const [colorScheme, accent, shown] of [
      ['light', '', 'rgb(11, 102, 120)'],
      ['dark', '#3d3ba6', 'rgb(61, 59, 166)'],
    ] as const) {
      await host.page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await host.page.evaluate((value) => document.body.style.setProperty('--ferry-accent', value), accent);
      const cardScanned = Promise.withResolvers<void>();
      const exchange = '**/api/v1/access-token';
      await host.page.route(exchange, async (route) => {
        await cardScanned.promise;
        await route.continue();
      });
      await host.fault('POST', 'access-token', { status: 500, body: {} });
      const started = host.start({ linkTokenIsFunction: true });
      await expect(cardHeading).toHaveText('Opening Ferry');
      const scan = async () => (await new AxeBuilder({ page: host.page }).include('dialog').analyze()).violations;
      expect(await scan()).toEqual([]);
      cardScanned.resolve();
      await started;
      await host.page.unroute(exchange);
      await expect(cardHeading).toHaveText("We couldn't open this window");
      await expect(card.getByRole('button', { name: 'Try again', exact: true })).toHaveCSS('background-color', shown);
      expect(await scan()).toEqual([]);
      await host.page.evaluate('Ferry.close()');
    }
  },
);
