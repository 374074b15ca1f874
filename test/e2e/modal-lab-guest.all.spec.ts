import type { Page } from '@playwright/test';
import { blockStorage } from '#test/fixtures/page/block-storage.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

// A trace would take a snapshot of every frame, and wait for the hung one.
test.use({ shared: true, trace: 'off' });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

const pressed = (button: SVGElement | HTMLElement) => (button as HTMLElement).click();

test(
  'a guest crash and a guest hang affect only the lab’s page, which recovers',
  { tag: ['@C16', '@F17'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    await lab.inGuest(() => {
      // Hangs the guest only after `inGuest` has returned.
      setTimeout(() => {
        for (;;);
      }, 50);
    });
    await expect(lab.problem).toContainText("The lab's page isn't responding");
    const before = await lab.userId.inputValue();
    // A Playwright click would wait for every frame, including the hung one.
    await lab.button('New user').evaluate(pressed);
    await expect(lab.userId).not.toHaveValue(before);
    await lab.problem.getByRole('button', { name: 'Reload lab page' }).last().evaluate(pressed);
    await expect(lab.isListening).toBeVisible();
    await expect(lab.problem).not.toContainText("isn't responding");

    // Playwright treats the crash of any frame as the page's, so in the browser this test covers only the hang.
    if (!open.electron) return;
    await lab.crashGuest();
    await expect(lab.problem).toContainText('crashed');
    await lab.problem.getByRole('button', { name: 'Reload lab page' }).last().evaluate(pressed);
    await expect(lab.isListening).toBeVisible();
    await lab.button('New token and open').click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();

    // Electron can't block a guest's storage, because the guest is not a third party. The test simulates it.
    const guest = lab.guest as Page;
    await guest.addInitScript(blockStorage);
    await lab.inGuest(() => void setTimeout(() => location.reload(), 50));
    await expect(lab.problem).toContainText('Storage is blocked in this page');
    // In Electron, the lab can't move to a tab, so the user starts over.
    await lab.problem.getByRole('button', { name: 'Start over' }).click();
    await expect(lab.problem).not.toContainText('Storage is blocked in this page');
    await expect(lab.isListening).toBeVisible();
  },
);
