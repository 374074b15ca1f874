import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'copying the ID of a company’s newest migration takes four letters and at most four more keys',
  { tag: '@C8' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    // Waits for all rows: the newest migration of this company is not on the first page.
    const loaded = new LoadedPage(page, 'Migrations');
    await loaded.untilComplete();
    const { rows } = await mustCall<{ rows: { id: string; companyName: string | null; status: string }[] }>(
      page,
      'loaded',
      'window',
      { resource: 'migrations', query: {}, offset: 0, limit: 200 },
    );
    const letters = (name: string) => name.slice(0, 4).toLowerCase();
    const newest = rows.find(
      ({ companyName }, index) =>
        index >= 25 &&
        companyName !== null &&
        /^[a-z]{4}/i.test(companyName) &&
        rows.findIndex(
          (row) => row.companyName !== null && row.companyName.toLowerCase().includes(letters(companyName)),
        ) === index,
    );
    expect(newest).toBeDefined();
    await keepCopies(page);

    const keys = ['/', ...letters(newest?.companyName ?? ''), 'Enter', 'c'];
    expect(keys.length).toBeLessThanOrEqual(8);
    for (const key of keys) await page.keyboard.press(key);

    await expect.poll(() => copiedText(page)).toBe(newest?.id);
    await expect(migrations.drawer).toContainText(newest?.id ?? 'no id');
    await expect(migrations.drawer).toContainText(newest?.companyName ?? 'no company');
    await expect(migrations.drawer.locator('.pill')).toBeVisible();
    // The status's age is in the last step of the observed timeline.
    await expect(migrations.drawer.locator('.step[data-current] time')).toBeVisible();
    expect(open.pageErrors).toEqual([]);
  },
);
