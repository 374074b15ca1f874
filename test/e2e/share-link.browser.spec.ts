import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

const path = '/api/v1/migrations';
test.beforeEach(({ fakeService }) => {
  const rows = [1, 2, 3, 4].map((number) => ({ ...migrationOf(number), status: number === 2 ? 'FAILED' : 'COMPLETE' }));
  fakeService.answer(path, { body: { results: rows, page: { size: 25, total: 4 } } });
});

const go = (page: Page, route: string): Promise<string> => page.evaluate((to) => (location.hash = to), `#${route}`);
const openByRoute = (page: Page, link: string): Promise<string> => go(page, `/link?to=${encodeURIComponent(link)}`);
const whose = (url: string): string => `profile=Brightwater&service=${encodeURIComponent(url)}&environment=test`;

test(
  'a link to a view is copied by key, menu and palette, and opens from the palette, Find and the address bar',
  { tag: '@C38' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await useProfile(page, fakeService.url, 'Brightwater');
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(4);
    await keepCopies(page);
    const failedButton = page.getByRole('button', { name: 'Status Failed' });
    await go(page, '/migrations?status=%5B%22FAILED%22%5D&created=30d&size=50');
    await expect(failedButton).toBeVisible();
    await page.keyboard.press('s');
    const link = `ferry://migrations?status=FAILED&created=30d&${whose(fakeService.url)}`;
    const toast = 'Copied the link to Migrations, status Failed, created last 30 days in Brightwater, without a key';
    await expect(page.getByText(toast)).toBeVisible();
    await expect.poll(() => copiedText(page)).toBe(link);

    await go(page, '/migrations');
    await expect(failedButton).toHaveCount(0);
    await page.getByRole('button', { name: 'Saved views' }).click();
    await page.getByRole('menuitem', { name: 'Share a link to this view' }).click();
    await expect.poll(() => copiedText(page)).toBe(`ferry://migrations?${whose(fakeService.url)}`);

    const palette = new Palette(page);
    await palette.open();
    await palette.field.fill(`  <${link}>. `);
    await expect(palette.group('This link').getByRole('option')).toContainText('Migrations, status Failed');
    await page.keyboard.press('Enter');
    await expect(failedButton).toBeVisible();
    await expect(page).toHaveURL(/created=30d/);

    // A link to another profile asks first, and Cancel changes nothing.
    await go(page, '/migrations');
    await expect(failedButton).toHaveCount(0);
    await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
    await expect(migrations.rows).toHaveCount(25);
    await page.keyboard.press('/');
    const field = page.getByRole('textbox', { name: 'Find by migration id' });
    await expect(field).toBeFocused();
    await field.evaluate((input, text) => {
      const clipboardData = new DataTransfer();
      clipboardData.setData('text/plain', text);
      input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
    }, `Look: ${link}\n`);
    await expect(page.getByText('A link. Press Enter to open it.')).toBeVisible();
    await expect(migrations.rows).toHaveCount(25);
    await page.keyboard.press('Enter');
    const question = page.getByRole('alertdialog', { name: 'Open this link in Brightwater?' });
    await expect(question.getByRole('button', { name: 'Open' })).toBeFocused();
    await expect(question).toContainText('last 30 days');
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(question).toHaveCount(0);
    await expect(migrations.rows).toHaveCount(25);
    await openByRoute(page, link);
    await expect(question.getByRole('button', { name: 'Open' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toHaveCount(0);
    await expect(failedButton).toBeVisible();
    await expect(page.getByRole('button', { name: 'Profile', exact: true })).toHaveAccessibleDescription(/Brightwater/);
    expect(open.pageErrors).toEqual([]);
  },
);

test('a company page can be shared with a link, too', { tag: ['@C38', '@C48'] }, async ({ console: open }) => {
  const { page } = open;
  const companies = new TablePage(page, 'Companies');
  await companies.open();
  await expect(companies.rows).toHaveCount(25);
  const id = (await companies.rows.nth(3).getAttribute('data-row-id')) ?? '';
  await go(page, `/companies/${id}`);
  await keepCopies(page);
  await page.getByRole('button', { name: 'Share a link to this view' }).click();
  const link = `ferry://companies/${id}?profile=Sandbox&environment=sandbox`;
  await expect.poll(() => copiedText(page)).toBe(link);
  await go(page, '/companies');
  await expect(companies.rows).toHaveCount(25);
  await openByRoute(page, link);
  await expect(page).toHaveURL(new RegExp(`/companies/${id}$`));
  expect(open.pageErrors).toEqual([]);
});

test(
  'a link that is invalid or names an unknown service shows an error, and sends and changes nothing',
  { tag: ['@C38', '@T13'] },
  async ({ console: open }) => {
    const { page } = open;
    const stranger = await startFakeService();
    try {
      const migrations = new TablePage(page, 'Migrations');
      await expect(migrations.rows).toHaveCount(25);
      const before = await mustCall(page, 'profiles', 'list', {});
      const refused = [
        [`ferry://migrations?${whose(stranger.url)}`, 'No profile matches this link', 'Ask the sender', 'New profile…'],
        ['ferry://settings', "This link can't be opened", "The link doesn't lead to a Ferry page."],
        ['ferry://migrations?status=FAILED', "This link can't be opened", "The link doesn't name its service."],
        [
          `ferry://migrations?confirm=1&${whose(stranger.url)}`,
          "This link can't be opened",
          'another version of Ferry',
        ],
        [
          'ferry://migrations?created=soon&profile=Sandbox&environment=sandbox',
          "This link can't be opened",
          'another version of Ferry',
        ],
        ['javascript:alert(1)', "This link can't be opened", "The link doesn't lead to a Ferry page."],
      ] as const;
      for (const [link, title, text, ...ways] of refused) {
        await openByRoute(page, link);
        const dialog = page.getByRole('alertdialog', { name: title });
        await expect(dialog).toContainText(text);
        await expect(dialog.getByRole('button')).toHaveText([...ways, 'Close']);
        await expect(dialog.getByRole('button', { name: 'Close' })).toBeFocused();
        await page.keyboard.press('Enter');
        await expect(dialog).toHaveCount(0);
        await expect(migrations.rows).toHaveCount(25);
      }
      expect(await mustCall(page, 'profiles', 'list', {})).toEqual(before);
      // The form for a new profile has the link's service; nothing is saved or requested before the user agrees.
      await openByRoute(page, `ferry://migrations?${whose(stranger.url)}`);
      await page.getByRole('button', { name: 'New profile…' }).click();
      await expect(page.getByRole('heading', { name: 'New profile' })).toBeVisible();
      await expect(page.getByLabel('Base URL')).toHaveValue(stranger.url);
      await expect(page.getByRole('radio', { name: 'Test' })).toBeChecked();
      expect(await mustCall(page, 'profiles', 'list', {})).toEqual(before);
      expect(stranger.requests).toEqual([]);
      expect(open.pageErrors).toEqual([]);
    } finally {
      await stranger.close();
    }
  },
);
