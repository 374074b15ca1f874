import { expect, test } from '#test/fixtures/console/console-test.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'the palette leads from an email address to its user in all profiles, and the page behind ignores letter keys',
  { tag: ['@C45', '@C34'] },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const fakeService = await startFakeService();
    try {
      const person = { created_by_user_id: 'ada@nowhere-else.example', status: 'FAILED' };
      const otherMigration = migrationOf(7, person);
      fakeService.answer('/api/v1/migrations', { body: { results: [otherMigration], page: { size: 100, total: 1 } } });
      fakeService.answer(`/api/v1/migrations/${otherMigration.id}`, { body: otherMigration });
      await useProfile(page, fakeService.url);
      await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
      await expect(migrations.rows).toHaveCount(25);
      await new LoadedPage(page, 'Migrations').untilComplete();

      const palette = new Palette(page);
      const user = (await migrations.rows.locator('td.col-user bdi').first().innerText()).trim();
      await palette.open();
      await page.keyboard.type(user);
      await expect(palette.group('End users').getByRole('option', { name: user })).toHaveAttribute(
        'aria-selected',
        'true',
      );
      await expect(palette.group('Migrations').getByRole('option').first()).toBeVisible();
      await page.keyboard.press('Enter');
      await expect(page.getByRole('button', { name: `Started by ${user}` })).toBeVisible();

      await palette.open();
      await page.keyboard.type('ada@nowhere');
      await expect(palette.dialog.getByText('No matches.')).toBeVisible();
      await expect(palette.entry(/Search all profiles for “ada@nowhere”/)).toBeVisible();
      await page.keyboard.press('Alt+Enter');
      const dialog = page.getByRole('dialog', { name: 'Search all profiles' });
      const sandbox = dialog.getByRole('listitem', { name: 'Sandbox' });
      await expect(sandbox).toContainText('All 250 searched');
      await expect(sandbox).toContainText('Nothing found.');
      await expect(dialog.getByRole('button', { name: 'Search again' })).toBeVisible();
      expect(await findings(page)).toEqual([]);
      // While the palette is open, E must not start an export.
      await page.keyboard.press('e');
      await dialog.getByRole('button', { name: /Failed.*ada@nowhere-else/ }).focus();
      await page.keyboard.press('Enter');
      await expect(migrations.drawer).toContainText(otherMigration.id);
      await expect(page.getByRole('button', { name: 'Profile', exact: true })).toContainText('Brightwater');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      await page.keyboard.press('e');
      await expect(page.getByRole('dialog', { name: /Export/ })).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(open.pageErrors).toEqual([]);
    } finally {
      await fakeService.close();
    }
  },
);

test(
  'stopping a search of all profiles cancels its request and keeps the results, and the search can restart',
  { tag: '@C45' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await new LoadedPage(page, 'Migrations').untilComplete();
    const user = (await migrations.rows.locator('td.col-user bdi').first().innerText()).trim();
    const fakeService = await startFakeService();
    try {
      await useProfile(page, fakeService.url);
      await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
      await expect(migrations.rows).toHaveCount(25);
      // The service never answers, but detects when the client disconnects.
      let isGivenUp = false;
      fakeService.answer('/api/v1/migrations', (request) => request.socket.on('close', () => (isGivenUp = true)));
      const palette = new Palette(page);
      await palette.open();
      await page.keyboard.type(user);
      await expect(palette.entry(/Search all profiles for/)).toBeVisible();
      await page.keyboard.press('Alt+Enter');
      const dialog = page.getByRole('dialog', { name: 'Search all profiles' });
      const [sandbox, other] = ['Sandbox', 'Brightwater'].map((name) => dialog.getByRole('listitem', { name }));
      await expect(sandbox ?? dialog).toContainText('All 250 searched');
      await expect(other ?? dialog).toContainText('Searching');
      await dialog.getByRole('button', { name: 'Stop' }).click();
      await expect(other ?? dialog).toContainText('Stopped');
      await expect(sandbox ?? dialog).toContainText('All 250 searched');
      await expect.poll(() => isGivenUp).toBe(true);
      expect(await findings(page)).toEqual([]);

      const otherMigration = migrationOf(7, { created_by_user_id: user, status: 'FAILED' });
      fakeService.answer('/api/v1/migrations', { body: { results: [otherMigration], page: { size: 100, total: 1 } } });
      await dialog.getByRole('button', { name: 'Search again' }).click();
      await expect(other ?? dialog).toContainText('All 1 searched');
      await expect((other ?? dialog).getByRole('button', { name: /Failed/ })).toBeVisible();
      await dialog.getByRole('button', { name: 'Close' }).click();
      await expect(page.getByRole('dialog')).toHaveCount(0);
      expect(open.pageErrors).toEqual([]);
    } finally {
      await fakeService.close();
    }
  },
);

test(
  'an ID missing in one profile is found in another profile and opens there',
  { tag: '@W7' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const fakeService = await startFakeService();
    try {
      const otherMigration = migrationOf(7, { status: 'FAILED' });
      fakeService.answer('/api/v1/migrations', { body: { results: [otherMigration], page: { size: 25, total: 1 } } });
      fakeService.answer(`/api/v1/migrations/${otherMigration.id}`, { body: otherMigration });
      await useProfile(page, fakeService.url);
      await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
      await expect(migrations.rows).toHaveCount(25);
      const palette = new Palette(page);
      await palette.open();
      await page.keyboard.type(otherMigration.id);
      await palette.entry(/Find in all profiles/).waitFor();
      await page.keyboard.press('ArrowDown');
      await page.keyboard.press('Enter');
      const dialog = page.getByRole('dialog', { name: 'Find in all profiles' });
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Sandbox' })).toContainText('Not found');
      await expect(dialog.getByRole('listitem').filter({ hasText: 'Brightwater' })).toContainText('Failed');
      expect(await findings(page)).toEqual([]);
      await dialog.getByRole('button', { name: /^Failed/ }).focus();
      await page.keyboard.press('Enter');
      await expect(migrations.drawer).toContainText(otherMigration.id);
      await expect(page.getByRole('button', { name: 'Profile', exact: true })).toContainText('Brightwater');
    } finally {
      await fakeService.close();
    }
  },
);

test(
  'the search finds a stuck migration of a user among many finished migrations',
  { tag: '@C45' },
  async ({ console: { page }, fakeService }) => {
    const user = 'busy@brightwater.example';
    const dayMs = 24 * 60 * 60_000;
    const rows = Array.from({ length: 9 }, (_, row) =>
      migrationOf(row + 1, {
        status: row === 8 ? 'WORKING' : 'COMPLETE',
        created: new Date(Date.now() - (row + 1) * dayMs).toISOString(),
        created_by_user_id: user,
      }),
    );
    fakeService.answer('/api/v1/migrations', { body: { results: rows, page: { size: 100, total: rows.length } } });
    await useProfile(page, fakeService.url);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(9);
    await new LoadedPage(page, 'Migrations').untilComplete();
    const palette = new Palette(page);
    await palette.open();
    await page.keyboard.type(user);
    const foundOption = palette.group('Migrations').getByRole('option');
    await expect(foundOption).toHaveCount(4);
    await expect(foundOption.first()).toContainText('Working');
    await expect(foundOption.last()).toContainText('Show all 9 as a list');
  },
);
