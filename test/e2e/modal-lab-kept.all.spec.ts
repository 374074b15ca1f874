import fc from 'fast-check';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { isSoak, sampleSeed } from '#test/fixtures/values/samples.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

const pages = ['Overview', 'Migrations', 'Companies', 'Link tokens', 'Requests', 'Sandbox', 'Help', 'Settings'];

/** Pages to visit, in any order, with visits to the lab in between. */
const walk = fc.sample(
  fc.array(fc.constantFrom(...pages, 'Modal lab'), { minLength: isSoak ? 20 : 6, maxLength: isSoak ? 20 : 6 }),
  { numRuns: 1, seed: sampleSeed },
)[0]!;

test(
  'modal lab: typed values and the flow stay while the user visits other pages',
  { tag: '@C16' },
  async ({ console: open }) => {
    const { page, electron } = open;
    const lab = new ModalLabPage(open);
    await useService(page, service);
    await lab.show();
    await lab.button('New token and open').click();
    await lab.modal.getByRole('button', { name: /Ledgerline/ }).click();
    const email = lab.modal.getByLabel('Email');
    await email.click();
    await email.fill('good@aurora.example');
    const userId = await lab.userId.inputValue();
    // Loading another document would remove this mark.
    await lab.inGuest(() => void Object.assign(globalThis, { isSameLoad: true }));
    const size = () => lab.inGuest(() => `${innerWidth} ${innerHeight}`);
    const before = await size();

    // Opens another page by its address, as a system menu or link does. The hidden guest must not keep the keyboard
    // focus.
    await page.evaluate(() => void (location.hash = '/requests'));
    await expect(page.getByRole('main')).toBeFocused();

    for (const name of walk) {
      await lab.openTab(name);
      expect(await lab.inGuest(() => 'isSameLoad' in globalThis), `after ${name}`).toBe(true);
      await expect(email, `after ${name}`).toHaveValue('good@aurora.example');
      if (name === 'Modal lab') continue;
      // Hidden from the screen, the keyboard and screen readers.
      await expect(page.getByRole('region', { name: 'Lab preview' })).toHaveCount(0);
      expect(await page.evaluate(() => document.querySelector('.kept-page')?.matches('[inert]'))).toBe(true);
      expect(await size()).toBe(before);
    }

    await lab.openTab('Modal lab');
    await expect(lab.userId).toHaveValue(userId);
    const password = lab.modal.getByLabel('Password', { exact: true });
    // In an Electron guest, a field accepts text only after a click.
    await password.click();
    await password.fill('secret');
    await lab.modal.getByRole('button', { name: 'Log in' }).click();
    await lab.modal.getByRole('button', { name: 'Start' }).click();
    await expect(lab.flow).toContainText('Copying');

    // The copy ends while another page is visible, and the lab receives the event immediately.
    await lab.openTab('Migrations');
    await service.call('POST', '/control/clock', { advance_seconds: 9 });
    await expect(page.locator('.event-log')).toContainText('migration_modal.completed');
    await expect(page.getByRole('heading', { name: 'Migrations', level: 1 })).toBeVisible();
    await lab.openTab('Modal lab');
    await expect(lab.flow).toContainText('Completed');

    // After a link in the lab opens another page, the focus must not stay in the hidden guest.
    await page.getByRole('link', { name: 'Open the migration' }).press('Enter');
    await expect(page.getByRole('heading', { name: 'Migrations', level: 1 })).toBeVisible();
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('[inert]') === null)).toBe(true);
    await expect.poll(() => page.evaluate(() => document.activeElement === document.body)).toBe(false);

    // The lab stops with its profile; the next visit opens a lab for the new profile.
    const addressed = () => page.locator('iframe[title="Modal lab page"], webview').count();
    expect(await addressed()).toBe(1);
    const left = await lab.address();
    await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
    await expect.poll(addressed).toBe(0);
    if (electron)
      await expect.poll(() => electron.windows().filter((each) => each.url().includes('/lab/')).length).toBe(0);
    await lab.show();
    expect(await lab.address()).not.toBe(left);
  },
);

test(
  'modal lab: changing faults, clock, scenario and device leaves the modal unchanged',
  { tag: ['@C16', '@W4'] },
  async ({ console: open }) => {
    const { page } = open;
    const lab = new ModalLabPage(open);
    await lab.show();
    await lab.button('New token and open').click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
    await lab.inGuest(() => void Object.assign(globalThis, { isSameLoad: true }));
    const width = () => lab.inGuest(() => innerWidth);
    await expect.poll(width).toBeLessThanOrEqual(390);
    await lab.device('Desktop').click();
    await expect.poll(width).toBeGreaterThanOrEqual(900);
    // The guest is scaled to fit, and clicks must hit the visible target.
    const middle = (element: Element) => {
      const { x, y, width: wide, height: high } = element.getBoundingClientRect();
      return { x: x + wide / 2, y: y + high / 2 };
    };
    const emailField = lab.modal.getByLabel('Email');
    await expect(async () => {
      // An earlier attempt may already have clicked the button, if the login page loaded late.
      if (await emailField.isVisible()) return;
      const button = await lab.modal
        .getByRole('button', { name: /Ledgerline/ })
        .evaluate(middle, null, { timeout: 2_000 });
      const frame = await lab.guest
        .locator('iframe[title="Move your data"]')
        .evaluate((element) => ({ x: element.getBoundingClientRect().x, y: element.getBoundingClientRect().y }));
      const stage = await page.locator('.guest-holder').evaluate((element) => {
        const { x, y, width: wide } = element.getBoundingClientRect();
        return { x, y, scale: wide / (element as HTMLElement).offsetWidth };
      });
      expect(stage.scale).toBeLessThan(0.95);
      await page.mouse.click(
        stage.x + stage.scale * (frame.x + button.x),
        stage.y + stage.scale * (frame.y + button.y),
      );
      await expect(emailField).toBeVisible({ timeout: 5_000 });
    }).toPass();

    const panel = page.getByRole('region', { name: 'Sandbox', exact: true });
    await panel.getByRole('button', { name: 'Add a fault' }).click();
    await page.getByRole('menuitem', { name: 'Key rejected, once' }).click();
    await expect(panel).toContainText('401, 1 time left');
    await panel.getByRole('button', { name: 'Remove: Status 401' }).click();
    await expect(panel).toContainText('None');
    await panel.getByLabel('Scenario').selectOption('partial');
    await expect(panel).toContainText('next modal: partial');
    const ring = lab.flow.getByText(/^Access token: \d+:\d+ left$/);
    const left = async () => Number(/(\d+):/.exec((await ring.textContent()) ?? '')?.[1]);
    expect(await left()).toBeGreaterThanOrEqual(58);
    await panel.getByRole('button', { name: '+61 s' }).click();
    await expect(panel).toContainText('61 s ahead');
    await expect.poll(left).toBeLessThanOrEqual(58);
    await panel.getByRole('button', { name: /^Sandbox/ }).click();
    await expect(panel.getByLabel('Scenario')).toHaveCount(0);

    expect(await lab.inGuest(() => 'isSameLoad' in globalThis)).toBe(true);
    await expect(lab.modal.getByLabel('Email')).toBeVisible();
    await mustCall(page, 'sandbox', 'backToNormal', {});
    await expect(page.getByRole('region', { name: 'Changed in the Sandbox' })).toHaveCount(0);
  },
);
