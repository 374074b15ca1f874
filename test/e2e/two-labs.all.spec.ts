import type { Page } from '@playwright/test';
import type { LabSnapshot } from '#shared/console-contract/modal-lab-calls.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

/** The number of entries that a lab's page has stored. */
const stored = () => Object.keys(localStorage).filter((key) => key.startsWith('ferry:')).length;
const answers = (page: Page, address: string): Promise<boolean> =>
  page.request.get(address).then(
    (reply) => reply.ok(),
    () => false,
  );

test(
  'two labs at the same time have separate ports, storage, events and results',
  { tag: ['@C16', '@C17', '@T11'] },
  async ({ console: open }) => {
    const { page, electron } = open;
    await useService(page, service);
    const first = new ModalLabPage(open);
    await first.show();
    const firstAddress = await first.address();
    await first.button('New token and open').click();
    await expect(first.modal.getByText('Where is your data now?')).toBeVisible();
    await expect.poll(() => first.inGuest(stored)).toBeGreaterThan(0);
    await expect(first.event('modal page loaded')).toBeVisible();
    await expect(first.event('migration_modal.opened')).toBeVisible();

    if (!electron) {
      // A tab opened by a page starts with a copy of that page's sessionStorage.
      const [tab] = await Promise.all([
        page.waitForEvent('popup'),
        page.evaluate(() => void window.open(location.href)),
      ]);
      // Playwright can give a new tab the size of a sign-in window that an earlier test opened.
      await tab.setViewportSize({ width: 1280, height: 800 });
      const second = new ModalLabPage({ ...open, page: tab });
      await second.show();
      const secondAddress = await second.address();
      expect(new URL(secondAddress).port).not.toBe(new URL(firstAddress).port);
      await expect(second.events.getByRole('listitem')).toHaveCount(0);
      expect(await second.inGuest(stored)).toBe(0);
      await second.button('Resume').click();
      await expect(second.problem).toContainText('Nothing to resume');
      await second.button('New token and open').first().click();
      await second.logIn('good');
      await expect(second.event('migration_modal.login_succeeded')).toBeVisible();
      await second.button('Start over').click();
      await expect.poll(() => answers(page, secondAddress)).toBe(false);
      await tab.close();
    } else {
      // A window shows only one lab, so the test adds the second guest itself, as the page would.
      const { view } = await mustCall<LabSnapshot>(page, 'modalLab', 'open', { labId: null });
      expect(new URL(view.address).port).not.toBe(new URL(firstAddress).port);
      const attached = electron.waitForEvent('window');
      await page.evaluate(({ address, partition }) => {
        const guest = document.createElement('webview');
        guest.setAttribute('partition', partition);
        guest.setAttribute('src', address);
        guest.id = 'second-guest';
        document.body.append(guest);
      }, view);
      const guest = await attached;
      await guest.getByText('This page plays a web page of yours').waitFor();
      expect(guest.url()).toBe(view.address);
      expect(await guest.evaluate(stored)).toBe(0);
      const { labId } = view;
      await mustCall(page, 'modalLab', 'start', { labId, userId: 'two@lab.example', sourceProviders: [] });
      await expect(guest.frameLocator('iframe').getByText('Where is your data now?')).toBeVisible();
      const { entries } = await mustCall<LabSnapshot>(page, 'modalLab', 'open', { labId });
      expect(entries.map(({ name }) => name)).toContain('migration_modal.opened');
      await mustCall(page, 'modalLab', 'end', { labId });
      await expect.poll(() => answers(page, view.address)).toBe(false);
      await page.evaluate(() => document.getElementById('second-guest')?.remove());
    }

    // The second lab's events didn't reach the first lab, which continues.
    await expect(first.event('migration_modal.opened')).toHaveCount(1);
    await expect(first.event('migration_modal.login_succeeded')).toHaveCount(0);
    await expect(first.modal.getByText('Where is your data now?')).toBeVisible();
    await first.button('Close').click();
    await expect(first.event('modal closed')).toBeVisible();
    await first.button('Resume').click();
    await expect(first.event('modal found')).toBeVisible();
  },
);
