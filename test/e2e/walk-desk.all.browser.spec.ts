import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { walkState } from '#test/fixtures/page/state-walk.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'every control of the desk is reachable and visible by keyboard, at 200 % and in forced colors',
  { tag: ['@C21', '@C44', '@C46', '@C47', '@C48', '@C50'] },
  async ({ console: { page, pageErrors } }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    interface Listed {
      readonly rows: readonly {
        readonly value: { readonly id: string; readonly companyId: string | null; readonly status: string };
      }[];
    }
    const { rows } = await mustCall<Listed>(page, 'migrations', 'list', { page: 1, pageSize: 25 });
    const company = rows.find(({ value }) => value.companyId !== null)?.value.companyId ?? '';
    await mustCall(page, 'loaded', 'start', { resource: 'migrations' });
    await expect
      .poll(async () => (await mustCall<{ phase: string }>(page, 'loaded', 'state', { resource: 'migrations' })).phase)
      .toBe('complete');
    await requestsAtRest(page);
    await mustCall(page, 'requests', 'pause', { paused: true });
    // Causes an alert, so that the page shows alerts next to the rules.
    const failing = rows.find(({ value }) => value.status === 'WORKING')?.value.id ?? '';
    await mustCall(page, 'sandbox', 'moveMigration', { id: failing, status: 'FAILED' });
    await mustCall(page, 'migrations', 'get', { id: failing });
    const tick = (row: number) => migrations.table.locator('tr[data-row-id]').nth(row).getByRole('checkbox');
    const states: readonly (readonly [string, () => Promise<void>])[] = [
      [
        'attention',
        async () => {
          await goTo(page, '/overview');
          await page.getByRole('region', { name: 'Needs attention' }).getByRole('listitem').first().waitFor();
        },
      ],
      [
        'alerts',
        async () => {
          await goTo(page, '/alerts');
          await page
            .getByRole('button', { name: 'Mark as unread' })
            .or(page.getByRole('button', { name: 'Mark as read' }))
            .first()
            .waitFor();
          await page.getByRole('button', { name: 'New rule' }).click();
          await page.getByRole('form', { name: 'New rule' }).waitFor();
        },
      ],
      [
        'ids',
        async () => {
          await goTo(page, '/migrations/ids');
          await page.getByRole('textbox', { name: 'IDs' }).fill(rows.map(({ value }) => value.id).join('\n'));
          await page.getByRole('button', { name: 'Look up 25 ids' }).click();
          await page.getByText(/looked up at/).waitFor();
        },
      ],
      [
        'company',
        async () => {
          await goTo(page, `/companies/${company}`);
          await page.getByRole('region', { name: 'End users' }).getByRole('listitem').first().waitFor();
        },
      ],
      [
        'selection',
        async () => {
          await goTo(page, '/migrations?view=all');
          await tick(1).click();
          await tick(3).click();
          await page.getByRole('toolbar', { name: 'Selected rows' }).waitFor();
        },
      ],
    ];
    for (const [name, open] of states) {
      await test.step(name, async () => {
        await open();
        await walkState(page, name);
      });
    }
    expect(pageErrors).toEqual([]);
  },
);
