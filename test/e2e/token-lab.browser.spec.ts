import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { pageHolds } from '#test/fixtures/console/connect-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { plantNames, startPlanted } from '#test/fixtures/service/planted-service.ts';
import { TokenLabPage } from '#test/page-models/token-lab-page.ts';

test.use({ shared: true });

test(
  'all proofs pass against the Sandbox by keyboard, with evidence and a report',
  { tag: '@W2' },
  async ({ console: { page, pageErrors } }) => {
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const lab = new TokenLabPage(page);
    await lab.open();
    await lab.runAll.focus();
    await page.keyboard.press('Enter');
    await expect(lab.summary).toHaveText('10 passed');
    await lab.proof('Only one of eight exchanges succeeds').getByRole('button').focus();
    await page.keyboard.press('Enter');
    await expect(lab.evidenceElement).toContainText('1 of 8 accepted, 7 refused');
    await expect(lab.evidenceElement.getByText('already used', { exact: true })).toHaveCount(7);
    await lab.evidenceElement.getByRole('button', { name: /^Create a link token/ }).focus();
    await page.keyboard.press('Enter');
    await expect(lab.evidenceElement).toContainText('Authorization: Bearer $FERRY_API_KEY');
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: 'Export report' }).click();
    await page.getByRole('menuitem', { name: 'Copy as Markdown' }).click();
    await expect(page.getByText('Copied the report')).toBeVisible();
    const report = await page.evaluate(() => navigator.clipboard.readText());
    expect(report).toContain('# Token lab: Sandbox');
    expect(report).toContain('Pass: 10, Fail: 0, Inconclusive: 0.');

    // After the user visits another page and returns, the tab has all its buttons.
    await page.getByRole('navigation').getByRole('link', { name: 'Sandbox', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible();
    await page.goBack();
    await expect(lab.runAll).toBeVisible();
    await expect(page.getByRole('button', { name: 'Export report' })).toBeVisible();
    expect(pageErrors).toEqual([]);
  },
);

test(
  'a service that accepts a token twice fails the proof by name, and production asks first',
  { tag: ['@W2', '@T42'] },
  async ({ console: { page } }) => {
    expect(plantNames).toContain('reuse allowed');
    const planted = await startPlanted('reuse allowed', false);
    try {
      const draft = { name: 'Live', environment: 'production', baseURL: planted.url };
      const { id } = await mustCall<{ id: string }>(page, 'profiles', 'add', draft);
      await mustCall(page, 'apiKey', 'set', { profileId: id, key: planted.apiKey, storage: 'session' });
      await mustCall(page, 'profiles', 'switch', { id });
      const lab = new TokenLabPage(page);
      await lab.open();
      await expect(lab.proof('A revoked key is refused').getByRole('button', { name: 'Use Sandbox' })).toBeVisible();
      await lab.proof('A token works once').getByRole('button', { name: 'Run', exact: true }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('This creates 1 real link token for Live.');
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(lab.summary).toContainText('10 to run');
      await lab.proof('A token works once').getByRole('button', { name: 'Run', exact: true }).click();
      await dialog.getByRole('button', { name: 'Run proof' }).click();
      await expect(lab.summary).toContainText('1 failed');
      await expect(lab.evidenceElement).toContainText('One link token was exchanged twice');
      await expect(lab.evidenceElement).toContainText('What to do next');
      expect(await findings(page)).toEqual([]);
      for (const secret of [...planted.secrets(), planted.apiKey]) {
        if (secret !== '') expect(await pageHolds(page, secret)).toBe(false);
      }

      await lab.proof('A token is valid for 60 s').getByRole('button', { name: 'Run', exact: true }).click();
      await dialog.getByRole('button', { name: 'Run proof' }).click();
      await expect(lab.proof('A token is valid for 60 s')).toContainText(/4\d s|50 s/);
      await page.getByRole('button', { name: 'Cancel' }).click();
      await expect(lab.runAll).toBeVisible();
      await expect(lab.evidenceElement).toContainText('Cancelled');
    } finally {
      await planted.close();
    }
  },
);
