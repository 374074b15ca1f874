import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';

test.use({ shared: true });

test(
  'help contains the user guide with its pictures, and links to each part',
  { tag: '@C18' },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.show('About');
    await expect(page.getByText('never checks for updates')).toBeVisible();
    await page.getByRole('link', { name: 'User guide' }).click();
    await expect(page.getByRole('heading', { name: 'User guide', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Manage profiles and keys' })).toBeFocused();
    const picture = page.getByRole('img', { name: /The Migrations page/ });
    await picture.scrollIntoViewIfNeeded();
    await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(1280);
    await page
      .getByRole('navigation', { name: 'Guide sections' })
      .getByRole('link', { name: 'Find out what went wrong' })
      .click();
    const heading = page.getByRole('heading', { name: 'Find out what went wrong' });
    await expect(heading).toBeFocused();
    await expect(heading).toBeInViewport();
    await page.getByRole('link', { name: 'Migrations' }).first().click();
    await page.keyboard.press('F1');
    await expect(page.getByRole('heading', { name: 'User guide', level: 1 })).toBeVisible();
    await expect(page.getByRole('heading', { name: 'Find a migration', exact: true })).toBeFocused();
    expect(await findings(page)).toEqual([]);
    expect(pageErrors).toEqual([]);
  },
);
