import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const statuses = ['FAILED', 'WORKING', 'COMPLETE', 'COMPLETE', 'REVERTING'];
const results = statuses.map((status, index) => migrationOf(index + 1, { status }));

test.use({ shared: true });

test(
  'axe finds nothing in the filters and menus in either theme',
  { tag: '@C21' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    fakeService.answer('/api/v1/migrations', { body: { results, page: { size: 25, total: 5 } } });
    await useProfile(page, fakeService.url);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(5);
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Status', exact: true }).click();
    await page.getByRole('menuitemcheckbox', { name: 'Complete' }).click();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    expect(await findings(page)).toEqual([]);
    await page.getByRole('toolbar', { name: 'Filters' }).getByRole('button', { name: 'Created', exact: true }).click();
    await expect(page.getByRole('radio', { name: 'Last 7 days' })).toBeAttached();
    expect(await findings(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: /^Auto-refresh/ }).click();
    await expect(page.getByRole('menuitemradio', { name: 'Every 30 s' })).toBeVisible();
    expect(await findings(page)).toEqual([]);
  },
);
