import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';

const companyCount = 300;
const companyId = (index: number) => `30000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const companies = Array.from({ length: companyCount }, (_, index) => ({
  ...migrationOf(index),
  id: companyId(index),
  provider_company_name: `Company ${String(index).padStart(3, '0')}`,
  source_provider: 'Tallyroom',
}));
const migrations = Array.from({ length: 2 * companyCount }, (_, index) =>
  migrationOf(index, {
    company_id: companyId(index % companyCount),
    status: index % companyCount === 299 && index > companyCount ? 'FAILED' : 'COMPLETE',
  }),
);

test(
  'the company filter lists names and finds one of hundreds by typing, and its counts respect other filters',
  { tag: ['@C32', '@C33'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const serve =
      (rows: readonly object[]) =>
      (request: { readonly url?: string | undefined }, reply: { end: (text: string) => void }) => {
        const query = new URL(request.url ?? '', fakeService.url).searchParams;
        const [number, size] = [Number(query.get('page')), Number(query.get('page_size'))];
        const results = rows.slice((number - 1) * size, number * size);
        reply.end(JSON.stringify({ results, page: { size, total: rows.length } }));
      };
    fakeService.answer('/api/v1/migrations', serve(migrations) as never);
    fakeService.answer('/api/v1/companies', serve(companies) as never);
    await useProfile(page, fakeService.url);
    const loaded = new LoadedPage(page, 'Migrations');
    await loaded.untilComplete();
    await expect(page.getByText('Filters search all rows')).toBeVisible();

    const menu = page.getByRole('menu', { name: 'Company' });
    const lines = menu.getByRole('menuitemcheckbox');
    await page.getByRole('button', { name: 'Company', exact: true }).first().click();
    await expect(lines).toHaveCount(50);
    await expect(lines.first()).toHaveText(/^Company \d{3}2$/);
    await page.getByRole('searchbox', { name: 'Search company' }).fill('299');
    await expect(lines).toHaveText(['Company 2992']);
    await lines.first().click();
    await page.keyboard.press('Escape');
    await expect(loaded.rows).toHaveCount(2);

    await page
      .getByRole('button', { name: /^Status/ })
      .first()
      .click();
    const statuses = page.getByRole('menu', { name: 'Status' }).getByRole('menuitemcheckbox');
    await expect(statuses).toHaveText([/^Complete1$/, /^Failed1$/]);
  },
);
