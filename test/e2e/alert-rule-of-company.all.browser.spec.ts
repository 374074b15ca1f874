import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ isWholeBrowser: true });

test(
  'a rate rule is created from its company’s page, and the list says that notifications are blocked',
  { tag: '@C50' },
  async ({ console: open }) => {
    const { page } = open;
    const companies = new TablePage(page, 'Companies');
    await companies.open();
    await expect(companies.rows).toHaveCount(25);
    const [company = 'no company'] = await companies.cells('Company');
    await companies.rows.first().focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('heading', { level: 1, name: company })).toBeVisible();
    await page.getByRole('button', { name: 'Alert me…' }).click();
    const form = page.getByRole('form', { name: 'New rule' });
    await expect(form.getByLabel('Applies to')).toHaveValue('company');
    await expect(form).toContainText(company);
    await form
      .getByLabel('When a migration')
      .selectOption({ label: 'is one of many that reach the same status in 1 h…' });
    await form.getByLabel('More than').fill('0');
    await form.getByRole('button', { name: 'Save rule' }).click();
    await expect(form).toContainText('A number from 1 to 1,000.');
    await form.getByLabel('More than').fill('1');
    expect(await findings(page)).toEqual([]);
    await form.getByRole('button', { name: 'Save rule' }).click();
    await expect(form).toHaveCount(0);
    const rules = page.getByRole('region', { name: 'Rules' }).getByRole('listitem');
    await expect(rules.last()).toContainText(`Over 1 Failed in 1 h ${company}`);

    // If a rule for the company exists, the button opens that rule.
    await page.goBack();
    await page.getByRole('button', { name: 'Alert me…' }).click();
    await expect(page.getByRole('form', { name: 'Edit rule' })).toContainText(company);
    await page.getByRole('button', { name: 'Cancel' }).click();

    const banner = page.getByText('Notifications are blocked.');
    await expect(banner).toBeVisible();
    expect(await findings(page)).toEqual([]);
    await page.context().grantPermissions(['notifications']);
    await expect(banner).toHaveCount(0);
    expect(open.pageErrors).toEqual([]);
  },
);
