import type { ElectronApplication } from '@playwright/test';
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

const form = { user_name: 'ada@aurora.example', password: 'secret' };

/**
 * Logs in on the provider's own page, which Electron opens in the system's browser because a guest can't open windows.
 */
async function logInElsewhere(electron: ElectronApplication, openWindow: () => Promise<void>): Promise<void> {
  await electron.evaluate(({ shell }) => {
    const openedAddresses: string[] = [];
    Object.assign(globalThis, { openedLogins: openedAddresses });
    shell.openExternal = async (link: string) => void openedAddresses.push(link);
  });
  await openWindow();
  const opened = () => electron.evaluate(() => (globalThis as unknown as { openedLogins: string[] }).openedLogins);
  await expect.poll(opened).toHaveLength(1);
  const [address = ''] = await opened();
  expect((await fetch(address, { method: 'POST', body: new URLSearchParams(form) })).status).toBe(200);
}

test(
  'modal lab: a second factor and a login in a separate window work, with their events and consent before the copy',
  { tag: ['@X27', '@C16'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    await lab.button('New token and open').click();
    const { modal } = lab;
    await modal.getByRole('button', { name: /Ledgerline/ }).click();
    await modal.getByLabel('Email').click();
    await modal.getByLabel('Email').fill('second-factor@aurora.example');
    await modal.getByLabel('Password', { exact: true }).fill('secret');
    await modal.getByRole('button', { name: 'Log in' }).click();
    await modal.getByRole('textbox', { name: 'Code' }).fill('123456');
    await modal.getByRole('button', { name: 'Continue' }).click();
    await expect(lab.event('migration_modal.login_step')).toBeVisible();
    await expect(lab.event('migration_modal.login_succeeded')).toBeVisible();
    await expect(lab.flow).toContainText('waiting for the end user to start');

    await modal.getByRole('button', { name: 'Back', exact: true }).click();
    await modal.getByRole('button', { name: 'Choose another service' }).click();
    await modal.getByRole('button', { name: /Harborpay/ }).click();
    const openWindow = () => modal.getByRole('button', { name: 'Open Harborpay' }).click();
    const windows = () => (open.electron ? open.electron.windows() : open.page.context().pages()).length;
    const before = windows();
    if (open.electron) {
      await logInElsewhere(open.electron, openWindow);
      await expect(lab.event('migration_modal.login_succeeded')).toHaveCount(2);
    } else {
      // In the browser, the lab's frame can't open windows.
      await openWindow();
      await expect(modal.getByText("Didn't see a window?")).toBeVisible();
      await modal.getByRole('button', { name: 'Choose another service' }).click();
      await modal.getByRole('button', { name: /Ledgerline/ }).click();
      await modal.getByLabel('Email').fill(form.user_name);
      await modal.getByLabel('Password', { exact: true }).fill(form.password);
      await modal.getByRole('button', { name: 'Log in' }).click();
      await expect(lab.event('migration_modal.login_succeeded')).toHaveCount(2);
    }
    expect(windows()).toBe(before);
    await modal.getByRole('button', { name: 'Start' }).click();
    await expect(lab.flow).toContainText('Copying');
    // The only error is the browser's report of the popup that it blocked.
    expect(open.pageErrors.filter((pageError) => !pageError.includes("'allow-popups' permission is not set"))).toEqual(
      [],
    );
  },
);
