import { access, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { Locator, Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { callConsole, mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test as base } from '#test/fixtures/console/console-test.ts';
import type { OpenConsole } from '#test/fixtures/console/open-console.ts';
import { requestsAtRest } from '#test/fixtures/page/requests-at-rest.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, startFakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const total = 130;

/** Opens a console on a service of 130 migrations, with a folder for the exported files. */
const test = base.extend<{ folder: string; blocked: { bulk: boolean }; served: OpenConsole }>({
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  folder: async ({}, use) => {
    const folder = await mkdtemp(path.join(tmpdir(), 'ferry-export-'));
    await use(folder);
    await rm(folder, { recursive: true, force: true });
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright reads the fixtures' names from this pattern
  blocked: async ({}, use) => use({ bulk: false }),
  served: async ({ console: open, blocked }, use) => {
    const { page } = open;
    const fakeService = await startFakeService();
    const rows = Array.from({ length: total }, (_, index) => migrationOf(index + 1));
    rows[1] = migrationOf(2, { created_by_user_id: '=1+2' });
    fakeService.answer('/api/v1/migrations', (request, reply) => {
      const query = new URL(request.url ?? '', fakeService.url).searchParams;
      const [number, size] = [Number(query.get('page') ?? 1), Number(query.get('page_size') ?? 25)];
      // The Load all button requests 100 rows per page.
      if (blocked.bulk && size === 100) return;
      const results = rows.slice((number - 1) * size, number * size);
      reply.writeHead(200, { 'Content-Type': 'application/json' });
      reply.end(JSON.stringify({ results, page: { size, total } }));
    });
    // Nothing is loaded automatically, so an export of all rows must read every page.
    await mustCall(page, 'settings', 'change', { loadAllBySelf: false });
    await useProfile(page, fakeService.url);
    await new TablePage(page, 'Migrations').open();
    await expect(page.getByText(`Rows 1–25 of ${total}`)).toBeVisible();
    await use(open);
    await fakeService.close();
  },
});
test.use({ shared: true });

const toast = (page: Page): Locator => page.locator('.toast-region');

/** Sets the reply of the system's save dialog; null cancels it. Only Electron has one. */
async function answerDialog({ electron }: OpenConsole, file: string | null): Promise<void> {
  await electron?.evaluate(({ dialog }, filePath) => {
    dialog.showSaveDialog = () => Promise.resolve({ canceled: filePath === null, filePath: filePath ?? '' });
  }, file);
}

/**
 * Presses "Reveal in folder" and returns the path that the system's file browser receives. It must not come from the
 * page.
 */
async function reveal({ page, electron }: OpenConsole, file: string): Promise<void> {
  const button = toast(page).getByRole('button', { name: 'Reveal in folder' });
  if (!electron) return expect(button).toHaveCount(0);
  const shown = await electron.evaluateHandle(({ shell }) => {
    const files: string[] = [];
    shell.showItemInFolder = (requested) => void files.push(requested);
    return files;
  });
  await button.click();
  await expect.poll(() => shown.jsonValue()).toEqual([file]);
  const [{ id } = { id: '' }] = await mustCall<{ id: string }[]>(page, 'exports', 'list', {});
  for (const args of [{ id: '/etc/passwd' }, { id: `${id}/..` }, { id, path: '/etc/passwd' }, { path: file }]) {
    expect(await callConsole(page, 'exports', 'reveal', args)).toMatchObject({ ok: false });
  }
  expect(await mustCall(page, 'exports', 'reveal', { id: '0'.repeat(24) })).toEqual({ shown: false });
  expect(await shown.jsonValue()).toEqual([file]);
}

/** Closes the message of an export, so that it isn't mistaken for the next export's. */
async function closeToast(page: Page): Promise<void> {
  await page.keyboard.press('Escape');
  await expect(toast(page)).toHaveText('');
}

interface Export {
  readonly file: string;
  readonly rowCount: number;
  readonly start: (page: Page) => Promise<void>;
}

const pressExport = (page: Page) =>
  page.getByRole('dialog').getByRole('button', { name: 'Export', exact: true }).click();

/** Exports, checks the message about the file and the focus after it, and returns the file's text. */
async function exportTo(open: OpenConsole, { file, rowCount, start }: Export): Promise<string> {
  const { page, electron } = open;
  await expect(toast(page)).toHaveText('');
  await answerDialog(open, file);
  const downloaded = electron ? null : page.waitForEvent('download');
  await start(page);
  const download = await downloaded;
  const name = download?.suggestedFilename() ?? path.basename(file);
  expect(name).toMatch(/^migrations-.*\.(csv|jsonl)$/);
  await download?.saveAs(file);
  await expect(page.getByRole('dialog').or(page.getByRole('alertdialog'))).toHaveCount(0);
  // The export dialog closes at the start of the export, but the file exists only at its end.
  await expect(toast(page)).toContainText(`Exported ${rowCount} rows to ${name}`);
  await expect(page.getByRole('button', { name: 'Export', exact: true })).toBeFocused();
  return readFile(file, 'utf8');
}

test(
  'the page exports as CSV and all loaded rows as JSON Lines, and only the console chooses the revealed path',
  { tag: ['@C15', '@T18'] },
  async ({ folder, served: open }) => {
    const { page } = open;
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Export migrations' });
    await expect(dialog.getByRole('radio', { name: /^This page 25 rows/ })).toBeChecked();
    expect(await findings(page)).toEqual([]);
    await dialog.getByRole('checkbox', { name: 'company_id' }).uncheck();
    const csvFile = path.join(folder, 'migrations-a.csv');
    const csv = await exportTo(open, { file: csvFile, rowCount: 25, start: pressExport });
    const lines = csv.split('\r\n');
    expect(lines[0]).toBe('id,created,status,created_by_user_id,company_name,source_provider');
    expect(lines).toHaveLength(1 + 25 + 1);
    expect(lines[1]).toContain(`${migrationOf(1).id},`);
    // Spreadsheet programs run cells that start with an equals sign as formulas.
    expect(lines[2]).toContain(`,'=1+2,`);
    await reveal(open, csvFile);
    await closeToast(page);

    await new LoadedPage(page, 'Migrations').show(new RegExp(`^Load all ${total}$`));
    await new LoadedPage(page, 'Migrations').untilComplete();
    await page.getByRole('button', { name: 'Export', exact: true }).click();
    await expect(dialog.getByRole('group', { name: 'Rows' })).toHaveText(`RowsAll loaded ${total} rows.`);
    await expect(dialog.getByRole('radio', { name: /loaded/ })).toHaveCount(0);
    await dialog.getByText('JSON Lines', { exact: true }).click();
    const jsonFile = path.join(folder, 'migrations-b.jsonl');
    const json = await exportTo(open, { file: jsonFile, rowCount: total, start: pressExport });
    await reveal(open, jsonFile);
    const rows = json.trimEnd().split('\n');
    expect(rows).toHaveLength(total);
    expect(new Set(rows.map((row) => (JSON.parse(row) as { id: string }).id)).size).toBe(total);
    expect(JSON.parse(rows[1] ?? '')).toMatchObject({ id: migrationOf(2).id, created_by_user_id: '=1+2' });
    expect((await readdir(folder)).sort()).toEqual(['migrations-a.csv', 'migrations-b.jsonl']);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'closing the dialog leaves no file, and Retry saves elsewhere after a missing folder was named',
  { tag: ['@C15', '@F13'] },
  async ({ folder, served: open }) => {
    const { page, electron, userData } = open;
    const exportButton = page.getByRole('button', { name: 'Export', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Export migrations' });
    const cards = page.getByRole('region', { name: 'Exports' });
    await exportButton.click();
    await answerDialog(open, null);
    await dialog.getByRole('button', { name: electron ? 'Export' : 'Cancel', exact: true }).click();
    await expect(dialog).toHaveCount(0);
    await expect(cards.getByRole('button')).toHaveCount(0);

    const deleted = path.join(folder, 'gone');
    if (!electron) {
      // The first export creates the browser host's download folder; the test deletes it.
      await exportButton.click();
      const first = path.join(folder, 'migrations-first.csv');
      await exportTo(open, { file: first, rowCount: 25, start: pressExport });
      await rm(first);
      await closeToast(page);
      const own = (await readdir(userData)).filter((name) => name.startsWith('downloads-'));
      expect(own).toHaveLength(1);
      await rm(path.join(userData, own[0] ?? ''), { recursive: true });
    }
    await answerDialog(open, path.join(deleted, 'migrations.csv'));
    await exportButton.click();
    await dialog.getByRole('button', { name: 'Export', exact: true }).click();
    const failed = page.getByRole('alertdialog', { name: 'The export failed' });
    await expect(failed).toContainText(/The file migrations.*\.csv wasn't saved/);
    await expect(failed.getByRole('alert')).toContainText('Export not saved');
    const named = electron ? deleted : path.join(userData, 'downloads-');
    await expect(failed.getByRole('alert')).toContainText(`The folder ${named}`);
    await expect(failed.getByRole('alert')).toContainText(/ doesn't exist\./);
    expect(await findings(page)).toEqual([]);
    expect(await readdir(folder)).toEqual([]);
    if (electron) await expect(access(deleted)).rejects.toThrow('ENOENT');

    const file = path.join(folder, 'migrations-again.csv');
    const retry = () => failed.getByRole('button', { name: 'Retry' }).click();
    const text = await exportTo(open, { file, rowCount: 25, start: retry });
    expect(text.split('\r\n')).toHaveLength(1 + 25 + 1);
    await reveal(open, file);
  },
);

async function tabTo(page: Page, target: Locator): Promise<void> {
  const isThere = () => target.evaluate((element) => element === document.activeElement);
  for (let step = 0; step < 30 && !(await isThere()); step += 1) await page.keyboard.press('Tab');
  await expect(target).toBeFocused();
}

test(
  'by keyboard, exports are configured, finished and cancelled, and never lose the focus',
  { tag: ['@C15', '@C21'] },
  async ({ folder, blocked, served: open }) => {
    const { page } = open;
    const exportButton = page.getByRole('button', { name: 'Export', exact: true });
    const dialog = page.getByRole('dialog', { name: 'Export migrations' });
    const cards = page.getByRole('region', { name: 'Exports' });
    const go = dialog.getByRole('button', { name: /^(Load and e|E)xport$/ });
    await exportButton.focus();
    await page.keyboard.press('Enter');
    await expect(go).toBeFocused();
    await tabTo(page, dialog.getByRole('radio', { name: /^This page/ }));
    await tabTo(page, dialog.getByRole('checkbox', { name: 'company_id' }));
    await page.keyboard.press('Space');
    await expect(dialog.getByRole('checkbox', { name: 'company_id' })).not.toBeChecked();
    await tabTo(page, go);
    const file = path.join(folder, 'migrations-keys.csv');
    const text = await exportTo(open, { file, rowCount: 25, start: () => page.keyboard.press('Enter') });
    const lines = text.split('\r\n');
    expect(lines[0]).toBe('id,created,status,created_by_user_id,company_name,source_provider');
    expect(lines).toHaveLength(1 + 25 + 1);
    await reveal(open, file);
    await closeToast(page);

    await requestsAtRest(page);
    blocked.bulk = true;
    await exportButton.focus();
    await page.keyboard.press('Enter');
    await tabTo(page, dialog.getByRole('radio', { name: /^This page/ }));
    await page.keyboard.press('ArrowUp');
    await expect(dialog.getByRole('radio', { name: /^All pages/ })).toBeChecked();
    await tabTo(page, go);
    await page.keyboard.press('Enter');
    await expect(dialog).toHaveCount(0);
    await expect(cards).toContainText(/Loading .* rows/);
    await expect(exportButton).toBeFocused();
    expect(await findings(page)).toEqual([]);
    await page.getByRole('button', { name: 'Last page' }).focus();
    await tabTo(page, cards.getByRole('button', { name: 'Cancel' }));
    await page.keyboard.press('Enter');
    await expect(cards.getByRole('button')).toHaveCount(0);
    await expect(page.getByRole('button', { name: 'Last page' })).toBeFocused();
    await expect(toast(page)).toHaveText('');
    // In Electron, the save dialog returned this file for the cancelled export too.
    expect(await readdir(folder)).toEqual(['migrations-keys.csv']);
    expect(await readFile(file, 'utf8')).toBe(text);
    expect(open.pageErrors).toEqual([]);
  },
);
