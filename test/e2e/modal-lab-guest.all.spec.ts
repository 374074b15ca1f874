import type { Page } from '@playwright/test';
import { blockStorage } from '#test/fixtures/page/block-storage.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

// A trace takes a picture of every frame, and waits for the one that hangs.
test.use({ shared: true, trace: 'off' });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

const pressed = (button: SVGElement | HTMLElement) => (button as HTMLElement).click();

test(
  'guest crash and guest hang: only the page of the lab shows it, and it comes back',
  { tag: ['@C16', '@F17'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    await lab.inGuest(() => {
      // After the reply to this call.
      setTimeout(() => {
        for (;;);
      }, 50);
    });
    await expect(lab.problem).toContainText("The lab's page doesn't respond");
    const before = await lab.userId.inputValue();
    // A click of Playwright would wait for every frame, the one that hangs among them.
    await lab.button('New user').evaluate(pressed);
    await expect(lab.userId).not.toHaveValue(before);
    await lab.problem.getByRole('button', { name: 'Reload guest' }).last().evaluate(pressed);
    await expect(lab.isListening).toBeVisible();
    await expect(lab.problem).not.toContainText("doesn't respond");

    // Playwright takes a crash of any frame for one of the page: the browser's ends with the hang, which shows the same.
    if (!open.electron) return;
    await lab.crashGuest();
    await expect(lab.problem).toContainText('crashed');
    await lab.problem.getByRole('button', { name: 'Reload guest' }).last().evaluate(pressed);
    await expect(lab.isListening).toBeVisible();
    await lab.button('New token and open').click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();

    // Electron can't block the storage of a guest, which is no third party, so the test simulates it.
    const guest = lab.guest as Page;
    await guest.addInitScript(blockStorage);
    await lab.inGuest(() => void setTimeout(() => location.reload(), 50));
    await expect(lab.problem).toContainText('Storage is blocked in this page');
    // There is no tab to go to.
    await lab.problem.getByRole('button', { name: 'Start over' }).click();
    await expect(lab.problem).not.toContainText('Storage is blocked in this page');
    await expect(lab.isListening).toBeVisible();
  },
);
