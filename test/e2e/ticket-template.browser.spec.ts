import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { copiedHtml, copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test.use({ shared: true });

test(
  'a profile has a template for ticket texts, with a preview of a real row and errors at their place',
  { tag: ['@C49', '@C56'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const rows = [
      migrationOf(1),
      { ...migrationOf(2), status: 'FAILED', created_by_user_id: '[x](https://evil.example)<b>' },
    ];
    fakeService.answer('/api/v1/migrations', { body: { results: rows, page: { size: 25, total: 2 } } });
    await useProfile(page, fakeService.url, 'Brightwater');
    const settings = new SettingsPage(page);
    await settings.open();
    const form = page.getByRole('form', { name: 'Ticket text' });
    const preview = form.getByLabel('Preview');
    await expect(preview).toContainText('User:      [x](https://evil.example)<b>');
    await form.getByText('Markdown', { exact: true }).click();
    await expect(preview).toContainText('- **User:** \\[x\\]');
    const template = form.getByLabel('Template', { exact: true });
    await template.fill('By {{user}}\nSee {{lnk}}');
    await expect(template).toHaveAccessibleDescription("Line 2: {{lnk}} isn't a placeholder.");
    await expect(form.getByRole('button', { name: 'Save template' })).toHaveAttribute('aria-disabled', 'true');
    expect(await findings(page)).toEqual([]);
    await template.fill('By {{user}}\nItems {{items}}\nSee {{link}}');
    const escaped = 'By \\[x\\]\\(https\\://evil\\.example\\)\\<b\\>';
    const text = `${escaped}\nSee ferry://migrations/${migrationOf(2).id}\n`;
    await expect(preview).toHaveText(text);
    await form.getByRole('button', { name: 'Save template' }).click();
    await expect(form.getByRole('button', { name: 'Save template' })).toHaveCount(0);
    await page.reload();
    await expect(template).toHaveValue('By {{user}}\nItems {{items}}\nSee {{link}}');
    await expect(preview).toHaveText(text);
    expect(await findings(page)).toEqual([]);

    const migrations = new TablePage(page, 'Migrations');
    await migrations.open();
    await keepCopies(page);
    await migrations.rows.nth(1).click();
    await page.getByRole('button', { name: 'Copy for ticket' }).click();
    await expect(page.getByText('Ticket text copied as Markdown')).toBeVisible();
    await expect.poll(() => copiedText(page)).toBe(text);
    expect(await copiedHtml(page)).toBe('');

    await settings.open();
    await form.getByText('Default', { exact: true }).click();
    await expect(preview).toContainText('User:      [x](https://evil.example)<b>');
    await form.getByRole('button', { name: 'Save template' }).click();
    await expect(form.getByRole('button', { name: 'Save template' })).toHaveCount(0);
    await expect(template).toHaveCount(0);
    expect(open.pageErrors).toEqual([]);
  },
);
