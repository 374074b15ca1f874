import { blockStorage } from '#test/fixtures/page/block-storage.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';

test.use({ keychain: 'memory' });

test(
  'modal lab: a message reports that storage is blocked in a frame, and the flow still works',
  { tag: ['@C16', '@F26'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await open.page.addInitScript(blockStorage);
    await lab.show();
    await expect(lab.problem).toContainText('Storage is blocked in this page');
    await expect(lab.problem.getByRole('button', { name: 'Open in a tab' })).toBeVisible();
    await lab.button('New token and open').click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
  },
);
