import { pageHolds } from '#test/fixtures/console/connect-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';

test.beforeEach(({ fakeService }) =>
  fakeService.answer('/api/v1/migrations', { body: { results: [migrationOf(1)], page: { size: 25, total: 1 } } }),
);

// These tests need a working keychain on every machine. Only the browser host accepts a fake one.
test.use({ keychain: 'memory' });

test(
  'a stored key is replaced only after its check, and removed after a confirmation',
  { tag: ['@C1', '@C42', '@T5'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const welcome = new WelcomePage(page);
    await welcome.open();
    await welcome.baseAddress.fill(fakeService.url);
    await welcome.key.fill('ferry_test_stored_first_1111');
    await page.keyboard.press('Enter');
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
    const settings = new SettingsPage(page);
    await settings.open();
    await expect(settings.keyCard).toContainText('Stored in the keychain, ends ····1111');

    await settings.keyCard.getByRole('button', { name: 'Replace key' }).click();
    await expect(settings.key).toBeFocused();
    fakeService.answer('/healthz', { status: 401, body: { type: 'api_error', message: 'no' } });
    await settings.key.fill('ferry_test_stored_second_2222');
    await page.keyboard.press('Enter');
    await expect(settings.key).toHaveAccessibleDescription(/rejected this key/);
    await expect(settings.keyCard).toContainText('ends ····1111');
    fakeService.answer('/healthz', { body: { status: 'ok' } });
    await page.keyboard.press('Enter');
    await expect(settings.keyCard).toContainText('ends ····2222');
    await expect(settings.key).toHaveCount(0);
    expect(await pageHolds(page, 'ferry_test_stored')).toBe(false);

    await settings.keyCard.getByRole('button', { name: 'Remove key' }).click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove key' }).click();
    await expect(settings.keyCard).toContainText('No key yet');
  },
);
