import path from 'node:path';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { useService } from '#test/fixtures/console/service-profile.ts';
import { ModalLabPage } from '#test/page-models/modal-lab-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { type FerryService, startFerryService } from '#test/sdk/ferry-service.ts';

test.use({ shared: true });

let service: FerryService;
test.beforeEach(async () => {
  service = await startFerryService();
});
test.afterEach(() => service.stop());

const pass = (seconds: number) => service.call('POST', '/control/clock', { advance_seconds: seconds });

test(
  'the lab suggests source providers of known companies and accepts any other name',
  { tag: ['@C16', '@C31b'] },
  async ({ console: open }) => {
    const { page } = open;
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
    const known = () => mustCall<string[]>(page, 'companies', 'providers', {});
    await expect.poll(known).toContain('Tallyroom');
    const lab = new ModalLabPage(open);
    await lab.show();
    const chips = page.locator('.provider-chip');
    const field = page.getByRole('combobox', { name: 'Source providers' });
    await field.focus();
    await expect(page.getByRole('option')).toHaveCount((await known()).length);
    await page.keyboard.type('tally');
    await expect(page.getByRole('option', { name: 'Tallyroom' })).toBeVisible();
    await expect(page.getByRole('option')).toHaveCount(1);
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await expect(chips).toHaveText(['Tallyroom']);
    await expect(field).toHaveValue('');
    await page.keyboard.type('Own ledger');
    await page.keyboard.press('Enter');
    await expect(chips).toHaveText(['Tallyroom', 'Own ledger']);
    await page.keyboard.press('Backspace');
    await expect(chips).toHaveText(['Tallyroom']);

    // Closes the list: while it is open, the component library hides the rest of the page from screen readers.
    await page.keyboard.press('Escape');
    await expect(page.getByRole('listbox')).toHaveCount(0);
    expect(await findings(page)).toEqual([]);
    await lab.button('New token and open').click();
    // With a single provider, its login shows immediately.
    await expect(lab.modal.getByRole('heading', { name: 'Log in to Tallyroom' })).toBeVisible();
    await expect(lab.modal.getByText('Ledgerline')).toHaveCount(0);

    await page.emulateMedia({ colorScheme: null });
    await page.getByRole('radiogroup', { name: 'Theme of the page' }).getByText('Dark').click();
    await expect.poll(() => lab.inGuest(() => document.documentElement.dataset['theme'])).toBe('dark');
    // An Electron guest is not a frame, so it can't inherit the color scheme of its element.
    const prefersDark = () => matchMedia('(prefers-color-scheme: dark)').matches;
    if (!open.electron) await expect.poll(() => lab.modal.locator('html').evaluate(prefersDark)).toBe(true);
    await page.getByRole('button', { name: 'Remove Tallyroom' }).click();
    expect(open.pageErrors).toEqual([]);
  },
);

/** How each practice user's migration ends: seconds of copying, the event, and the modal's message. */
const ends = [
  ['good', 9, 'migration_modal.completed', 'Completed'],
  ['partial', 9, 'migration_modal.completed', 'COMPLETED_WITH_FAILURES'],
  ['failing', 9, 'migration_modal.failed', 'Failed'],
  ['slow', 181, 'migration_modal.completed', 'Completed'],
] as const;

/** Saves the session as a download, or with the save dialog in Electron. Resolves with the file. */
async function saveRecording({ page, electron, userData }: OpenConsole, lab: ModalLabPage): Promise<string> {
  if (!electron) {
    const [download] = await Promise.all([page.waitForEvent('download'), lab.button('Save recording').click()]);
    return download.path();
  }
  const file = path.join(userData, 'lab-session.json');
  await electron.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = async () => ({ canceled: false, filePath });
  }, file);
  await lab.button('Save recording').click();
  await expect(page.getByText(/Saved in .*lab-session\.json/)).toBeVisible();
  return file;
}

test(
  'modal lab and recorder: every practice user finishes, with log, requests and steps in order',
  { tag: ['@C16', '@W6'] },
  async ({ console: open, host }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    await lab.button('New token and open').click();
    await expect(lab.event('migration_modal.opened')).toBeVisible();
    await expect(lab.event('modal page loaded')).toBeVisible();
    const order = ['startModal()', 'link token received', 'link token exchanged', 'modal created'];
    const lines = await lab.events.getByRole('listitem').allInnerTexts();
    // Later lines have no fixed order: the modal may send messages before its page has fully loaded.
    expect(order.map((name) => lines.findIndex((line) => line.includes(name)))).toEqual([0, 1, 2, 3]);
    await expect(lab.requests).toHaveCount(4);
    await expect(lab.requests.nth(0)).toContainText('/api/v1/link-token');
    await expect(lab.requests.nth(1)).toContainText('/api/v1/access-token');
    await expect(lab.requests.nth(2)).toContainText('/api/v1/migration-modal');
    await expect(lab.requests.nth(3)).toContainText('modal page loaded');
    await expect(lab.flow).toContainText(/Used after/);
    await expect(lab.flow).toContainText(/Access token: \d+:\d\d left/);
    await lab.event('migration_modal.opened').getByRole('button').click();
    await expect(lab.events.getByLabel('Data of migration_modal.opened')).toContainText('"migration_id"');

    const file = await saveRecording(open, lab);
    await open.page.getByLabel('Recording file').setInputFiles(file);
    const recordedRegion = open.page.getByRole('region', { name: 'Recorded session' });
    await expect(recordedRegion.getByRole('listitem')).toHaveCount(6);
    await recordedRegion.getByRole('button', { name: 'Replay' }).click();
    await expect(recordedRegion).toContainText('End of the recording');
    await expect(recordedRegion.getByRole('listitem')).toHaveCount(6);
    await recordedRegion.getByRole('button', { name: 'Close the recording' }).click();
    await expect(lab.isListening).toBeVisible();

    // How a migration ends depends only on the service, so Electron runs just one to its end.
    for (const [user, seconds, event, message] of host === 'electron' ? ends.slice(0, 1) : ends) {
      await lab.button('Clear').click();
      await lab.button('New token and open').click();
      await lab.logIn(user);
      await expect(lab.flow).toContainText('Copying');
      await pass(seconds);
      await expect(lab.event(event)).toBeVisible();
      await expect(lab.flow).toContainText(message);
      await expect(lab.page.getByRole('region', { name: 'What to do next' })).toBeVisible();
      await lab.button('Close').click();
      await expect(lab.event('modal closed')).toBeVisible();
    }

    if (host === 'electron') return;
    await lab.button('Clear').click();
    await lab.button('New token and open').click();
    await lab.logIn('needs-input');
    await expect(lab.flow).toContainText('Copying');
    await pass(4);
    await lab.modal.getByRole('radio').first().click();
    await lab.modal.getByRole('button', { name: 'Continue' }).click();
    await pass(9);
    await expect(lab.flow).toContainText('Completed');
    await lab.button('Close').click();

    await lab.button('New token and open').click();
    await lab.logIn('abandons');
    await pass(6);
    await expect(lab.flow).toContainText('LOGIN_ABANDONED');
    await lab.button('Close').click();
    await expect(lab.flow).toContainText('Cancelled');
  },
);

test(
  'modal lab: reload, resume and close work by keyboard, and the lab says if there is nothing to resume',
  { tag: '@C16' },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    await lab.button('Resume').press('Enter');
    await expect(lab.problem).toContainText('Nothing to resume');
    await lab.button('New token and open').first().press('Enter');
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
    await expect(lab.problem).not.toContainText('Nothing to resume');

    await lab.button('Reload lab page').press('Enter');
    await expect(lab.event('page reloaded')).toBeVisible();
    await lab.button('Resume').press('Enter');
    await expect(lab.event('modal found')).toBeVisible();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
    await expect(lab.flow).toContainText('init() continues with the access token');

    // The lab keeps running during a visit to another page.
    await lab.openTab('Requests');
    await lab.show();
    await expect(lab.event('modal found')).toBeVisible();
    await lab.button('Resume').press('Enter');
    await lab.logIn('good');
    await expect(lab.flow).toContainText('Copying');
    await lab.button('Close').press('Enter');
    await expect(lab.flow).toContainText('Closed; the migration continues');
    // The SDK resumes a copy in the background if it needs no user.
    await lab.button('Resume').press('Enter');
    await expect(lab.flow).toContainText('Hidden during the copy');
    await expect(lab.modal.getByRole('heading')).toBeHidden();
    await lab.flow.getByRole('button', { name: 'Show modal' }).press('Enter');
    await expect(lab.modal.getByRole('heading').first()).toBeVisible();
    await expect(lab.flow).not.toContainText('Hidden during the copy');
    await lab.button('Close').press('Enter');
    await expect(lab.flow).toContainText('Closed; the migration continues');
    await pass(9);
    await lab.button('Resume').press('Enter');
    await expect(lab.problem).toContainText('Nothing to resume');
  },
);

test(
  'modal lab: a link token older than 60 s is rejected and the flow can continue, and a one-hour session expires',
  { tag: ['@X2', '@T17', '@F7'] },
  async ({ console: open }) => {
    const lab = new ModalLabPage(open);
    await useService(open.page, service);
    await lab.show();
    const match = { method: 'POST', path: '/api/v1/link-token' };
    await service.call('POST', '/control/faults', { rules: [{ match, effect: { stall: true }, times: 1 }] });
    await lab.button('New token and open').click();
    await expect(lab.event('startModal()')).toBeVisible();
    // Lets the new link token expire while the service stalls the reply.
    await expect
      .poll(async () => JSON.stringify((await service.call('GET', '/control/faults')).body))
      .toContain('"met":1');
    await pass(61);
    await service.call('DELETE', '/control/faults');
    await expect(lab.problem).toContainText('This link token has expired');
    await lab.problem.getByRole('button', { name: 'New token and open' }).click();
    await expect(lab.modal.getByText('Where is your data now?')).toBeVisible();
    await expect(lab.problem).not.toContainText('This link token has expired');

    await pass(3_601);
    await expect(lab.flow).toContainText('LOGIN_ABANDONED');
    await lab.button('Close').click();
    await expect(lab.event('modal closed')).toBeVisible();
    await lab.button('Resume').click();
    await expect(lab.problem).toContainText('The access token has expired');
    await expect(lab.flow).toContainText('Access token: Expired');
  },
);
