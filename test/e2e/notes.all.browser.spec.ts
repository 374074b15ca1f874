import { readFileSync } from 'node:fs';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

test(
  'a typed note survives Esc and opening another row, and can be discarded with an undo',
  { tag: '@C51' },
  async ({ console: open }) => {
    const { page } = open;
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const { drawer } = migrations;
    const note = drawer.getByRole('region', { name: 'Note' });
    const field = note.getByLabel('Note', { exact: true });
    const id = (await migrations.rows.nth(1).getAttribute('data-row-id')) ?? 'no id';
    await migrations.rows.nth(1).press('Enter');
    await drawer.getByRole('button', { name: 'More for this migration' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Add a note/ }).click();
    await field.fill('Asked Ada twice');
    await field.press('Escape');
    await expect(note).toContainText('Draft, not saved yet');
    await expect(note).toContainText('Asked Ada twice');

    // The next row has no note; the first row still has its note.
    await drawer.getByRole('button', { name: 'Next migration' }).press('Enter');
    await expect(drawer).not.toContainText(id);
    await expect(note).toHaveCount(0);
    await drawer.getByRole('button', { name: 'Previous migration' }).press('Enter');
    await expect(note).toContainText('Asked Ada twice');

    await note.getByRole('button', { name: 'Discard' }).press('Enter');
    await expect(note).toHaveCount(0);
    const undo = page.locator('.toast-region').getByRole('button', { name: 'Undo' });
    // Esc closes only the toast; the drawer stays open.
    await undo.press('Escape');
    await expect(undo).toHaveCount(0);
    await expect(drawer).toContainText(id);

    await drawer.getByRole('button', { name: 'More for this migration' }).press('Enter');
    await page.getByRole('menuitem', { name: /^Add a note/ }).click();
    await field.fill('Asked Ada');
    await note.getByRole('button', { name: 'Cancel' }).press('Enter');
    await expect(note).toHaveCount(0);
    await undo.press('Enter');
    await expect(note).toContainText('Asked Ada');
    await note.getByRole('button', { name: 'Continue' }).press('Enter');
    await expect(field).toHaveValue('Asked Ada');
    await note.getByRole('button', { name: 'Save note' }).press('Enter');
    await expect(note.getByRole('button', { name: 'Edit' })).toBeVisible();
    await expect.poll(() => mustCall(page, 'triage', 'list', { ids: [id] })).toMatchObject([{ id, note: 'Asked Ada' }]);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'the console reports new and unchanged notes of an import, and a file without notes',
  { tag: '@C51' },
  async ({ console: open }) => {
    const { page } = open;
    await new TablePage(page, 'Migrations').rows.first().waitFor();
    const settings = new SettingsPage(page);
    await settings.open();
    await settings.show('All profiles');
    const section = page.getByRole('region', { name: 'Notes and handled marks' });
    const save = section.getByRole('button', { name: 'Export notes' });
    await expect(save).toHaveAttribute('aria-disabled', 'true');

    const id = '00000000-0000-4000-8000-000000000001';
    await mustCall(page, 'triage', 'note', { id, note: 'Asked Ada' });
    await expect(section).toContainText('1 migration');
    const download = page.waitForEvent('download');
    await save.press('Enter');
    const text = readFileSync(await (await download).path(), 'utf8');
    expect(text).toContain('Asked Ada');

    const file = section.getByLabel('Notes file');
    const choose = (content: string) =>
      file.setInputFiles({ name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from(content) });
    await choose(text);
    await expect(section).toContainText('The file contains no new notes or marks.');
    await choose(text.replace('Asked Ada', 'Asked Eve'));
    await expect(section).toContainText('newer version of 1 note');
    expect(open.pageErrors).toEqual([]);
    await choose('[]');
    await expect(section.getByRole('alert')).toContainText('Not a notes file.');
    await mustCall(page, 'triage', 'note', { id, note: null });
  },
);
