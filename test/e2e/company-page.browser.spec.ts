import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { Palette } from '#test/page-models/palette.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

interface Groups {
  readonly groups: readonly { readonly key: string; readonly count: number }[];
}

test(
  'a company page counts the loaded rows, and each number links to its rows',
  { tag: '@C48' },
  async ({ console: open }) => {
    const { page } = open;
    await new LoadedPage(page, 'Migrations').untilComplete();
    const groupsOf = (by: string, filters: object = {}) =>
      mustCall<Groups>(page, 'loaded', 'groups', { resource: 'migrations', query: { filters }, by });
    const { groups } = await groupsOf('company');
    const largest = groups.find(({ key }) => key !== '');
    const statuses = (await groupsOf('status', { company: [largest?.key ?? ''] })).groups;
    const count = largest?.count ?? 0;

    await new TablePage(page, 'Companies').open();
    await page.evaluate((id) => (location.hash = `#/companies/${id}`), largest?.key ?? '');
    const byStatus = page.getByRole('region', { name: 'Migrations by status' });
    await expect(byStatus).toContainText(`${count}, all 250 loaded`);
    for (const { key, count: each } of statuses) {
      const link = byStatus.locator(`a[href*="${key}"]`).filter({ hasText: String(each) });
      await expect(link.first()).toBeVisible();
    }
    await expect(page.getByRole('region', { name: 'Details' })).toContainText('First migration');
    const kinds = ['stuck', 'failed', 'waiting', 'partial'];
    const filters = { company: [largest?.key ?? ''] };
    const query = { filters, attention: kinds };
    const request = { resource: 'migrations', query, offset: 0, limit: 4 };
    const attentionRows = await mustCall<{ matched: number; rows: readonly unknown[] }>(
      page,
      'loaded',
      'window',
      request,
    );
    expect(attentionRows.matched).toBeGreaterThan(0);
    const attention = page.getByRole('region', { name: 'Needs attention' });
    await expect(attention.getByRole('listitem')).toHaveCount(attentionRows.rows.length);
    await expect(attention).toContainText(`${attentionRows.rows.length} of ${attentionRows.matched}`);
    expect(await findings(page)).toEqual([]);

    const [first] = statuses;
    await byStatus
      .locator(`a[href*="${first?.key ?? ''}"]`)
      .first()
      .click();
    await expect(new LoadedPage(page, 'Migrations').count(first?.count ?? 0)).toBeVisible();
    await page.goBack();
    await page.getByRole('link', { name: `Show all ${count}` }).click();
    await expect(new LoadedPage(page, 'Migrations').count(count)).toBeVisible();

    // Handled migrations are counted separately, with a link to their list.
    await page.goBack();
    await attention.getByRole('button', { name: 'Handled' }).first().click();
    await expect(attention).toContainText(
      attentionRows.matched === 1 ? 'No migrations of this company' : `of ${attentionRows.matched - 1}`,
    );
    await attention.getByRole('link', { name: '1 handled' }).click();
    await expect(new LoadedPage(page, 'Migrations').count(1)).toBeVisible();
    await page.goBack();

    // Opens the page from the palette, by the company's name.
    await expect(byStatus).toContainText(`${count}, all 250 loaded`);
    const name = await page.getByRole('heading', { level: 1 }).innerText();
    await page.getByRole('link', { name: `Show all ${count}` }).click();
    await expect(new LoadedPage(page, 'Migrations').count(count)).toBeVisible();
    const palette = new Palette(page);
    await palette.open();
    await palette.field.fill(name);
    await palette.group('Companies').getByRole('option', { name }).first().click();
    await expect(byStatus).toContainText(`${count}, all 250 loaded`);
    await page.getByRole('link', { name: `Show all ${count}` }).click();
    await expect(new LoadedPage(page, 'Migrations').count(count)).toBeVisible();

    // Opens the page from the name in the drawer, and from the company's row.
    await new LoadedPage(page, 'Migrations').rows.first().click();
    const drawer = new TablePage(page, 'Migrations').drawer;
    await drawer.locator('a[href*="/companies/"]').click();
    await expect(byStatus).toContainText(`${count}, all 250 loaded`);
    await page.getByRole('navigation', { name: 'Parent page' }).getByRole('link').click();
    const companies = new TablePage(page, 'Companies');
    await expect(companies.rows).toHaveCount(25);
    await companies.rows.first().click();
    await expect(page.getByRole('region', { name: 'Details' })).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);

interface AttentionReply {
  readonly rows: readonly { readonly id: string; readonly status: string; readonly created: string }[];
}

test('a company page says how many items of a copy failed, and why', { tag: '@C48' }, async ({ console: { page } }) => {
  await new LoadedPage(page, 'Migrations').untilComplete();
  const partialFilter = { status: ['COMPLETED_WITH_FAILURES'] };
  const request = { resource: 'migrations', query: { filters: partialFilter }, by: 'company' };
  const { groups } = await mustCall<Groups>(page, 'loaded', 'groups', request);
  // The service deletes reports after 90 days.
  const from = new Date(Date.now() - 80 * 24 * 3_600_000).toISOString();
  // The page lists only four migrations, so more urgent statuses may leave no room for this one.
  const attention = ['stuck', 'failed', 'waiting', 'partial'];
  let shown: { readonly company: string; readonly id: string } | undefined;
  for (const { key: company } of groups.filter(({ key }) => key !== '')) {
    const query = { filters: { company: [company] }, attention };
    const window = { resource: 'migrations', query, offset: 0, limit: 4 };
    const { rows } = await mustCall<AttentionReply>(page, 'loaded', 'window', window);
    const foundRow = rows.find(({ status, created }) => status === 'COMPLETED_WITH_FAILURES' && created > from);
    if (foundRow) shown = { company, id: foundRow.id };
    if (shown) break;
  }
  expect(shown).toBeDefined();
  await page.evaluate((id) => (location.hash = `#/companies/${id}`), shown?.company ?? '');
  const line = page
    .getByRole('region', { name: 'Needs attention' })
    .getByRole('listitem')
    .filter({ has: page.locator(`a[href*="${shown?.id}"]`) });
  await expect(line).toContainText(/Completed with failures\. 14 of [\d,]+ items failed: too large/);
});
