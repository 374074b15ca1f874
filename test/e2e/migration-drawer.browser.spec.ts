import type { Page } from '@playwright/test';
import { findings } from '#test/fixtures/page/axe.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { copiedHtml, copiedText, keepCopies } from '#test/fixtures/page/kept-copies.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf, type FakeService } from '#test/fixtures/service/fake-service.ts';
import { LoadedPage } from '#test/page-models/loaded-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const path = '/api/v1/migrations';
const { id } = migrationOf(1);

/** The fake service has two migrations. The first has this status. */
const setStatus = (fakeService: FakeService, status: string): void => {
  const first = migrationOf(1, { status });
  fakeService.answer(path, { body: { results: [first, migrationOf(2)], page: { size: 25, total: 2 } } });
  fakeService.answer(`${path}/${id}`, { body: first });
  fakeService.answer(`${path}/${migrationOf(2).id}`, { body: migrationOf(2) });
};

test.beforeEach(({ fakeService }) => setStatus(fakeService, 'NOT_STARTED'));
test.use({ shared: true });

/**
 * Opens the Migrations page of a profile for the fake service, which has two rows. The returned `leave` removes the
 * profile.
 */
async function openFakeService(page: Page, fakeService: FakeService) {
  const profileId = await useProfile(page, fakeService.url);
  const migrations = new TablePage(page, 'Migrations');
  await migrations.open();
  await expect(migrations.rows).toHaveCount(2);
  const leave = async () => {
    await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
    await mustCall(page, 'profiles', 'remove', { id: profileId });
  };
  return { migrations, profileId, leave };
}

test(
  'by keyboard, the drawer shows observed statuses and unavailable actions, copies cURL and opens the next row',
  { tag: ['@W1', '@C31', '@C34'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const { migrations, leave } = await openFakeService(page, fakeService);
    await keepCopies(page);
    await migrations.rows.first().focus();
    await page.keyboard.press('Enter');
    const timeline = migrations.drawer.getByRole('region', { name: 'Observed timeline' });
    await expect(migrations.rows.nth(1).getByText('person-2@example.com').filter({ visible: true })).toHaveCount(1);
    await expect(timeline.getByRole('listitem')).toHaveText([/^Not started/]);
    for (const status of ['WORKING', 'NOT_READY']) {
      setStatus(fakeService, status);
      await page.keyboard.press('F5');
      await expect(migrations.drawer.locator('.pill')).toHaveText(status === 'WORKING' ? 'Working' : 'Not ready');
    }
    await expect(timeline.getByRole('listitem')).toHaveText([
      /^Not started/,
      /^Working/,
      /^Not ready.*Unexpected transition/,
    ]);
    expect(await findings(page)).toEqual([]);

    await page.getByRole('button', { name: 'More for this migration' }).focus();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Copy as cURL' })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect.poll(() => copiedText(page)).toContain(`'${fakeService.url}${path}/${id}'`);
    expect(await copiedText(page)).toContain('"Authorization: Bearer $FERRY_API_KEY"');
    await page.keyboard.press('l');
    await expect.poll(() => copiedText(page)).toBe(`ferry://migrations/${id}`);
    await page.getByRole('button', { name: 'Next migration' }).focus();
    await page.keyboard.press('Enter');
    await expect(migrations.drawer).toContainText(migrationOf(2).id);
    await page.keyboard.press('Escape');
    await expect(migrations.drawer).toHaveCount(0);
    await leave();
  },
);

test.describe('with a controlled clock', () => {
  // Playwright can't restore a page's real clock, so these tests don't share a console.
  test.use({ shared: false });

  test(
    'an unchanged row is stuck in both tables and in its timeline, which can be erased',
    { tag: ['@W1', '@C31'] },
    async ({ console: { page }, fakeService }) => {
      const { migrations } = await openFakeService(page, fakeService);
      const timeline = migrations.drawer.getByRole('region', { name: 'Observed timeline' });
      // Waits until both rows are observed in their first status. The console saves observations shortly after the page
      // has its rows.
      await expect.poll(() => mustCall(page, 'timeline', 'count', {})).toEqual({ entries: 2 });
      setStatus(fakeService, 'WORKING');
      await page.keyboard.press('F5');
      await expect(migrations.rows.first()).toContainText('Working');
      await expect.poll(() => mustCall(page, 'timeline', 'count', {})).toEqual({ entries: 3 });
      await page.clock.setFixedTime(Date.now() + 2 * 60 * 60_000);
      await page.keyboard.press('F5');
      await expect(migrations.rows.first()).toContainText(/Stuck for (1 h|2 h)/);
      await migrations.rows.first().press('Enter');
      await expect(timeline.getByRole('note')).toContainText('No change for');
      expect(await findings(page)).toEqual([]);
      const loaded = new LoadedPage(page, 'Migrations');
      await loaded.show(/^Load all 2$/);
      await expect(loaded.row(0)).toContainText(/Working\s*Stuck for (1 h|2 h)/);
      await expect(loaded.row(1)).toContainText('Complete');
      await mustCall(page, 'timeline', 'erase', {});
      expect(await mustCall(page, 'timeline', 'count', {})).toEqual({ entries: 0 });
    },
  );
});

test(
  'F5 reads an open row again even during a read, and no older response appears next to newer rows',
  { tag: ['@C14', '@C31', '@F25'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const { migrations, leave } = await openFakeService(page, fakeService);
    let requestCount = 0;
    fakeService.answer(`${path}/${id}`, () => void (requestCount += 1));
    await migrations.rows.first().press('Enter');
    await expect.poll(() => requestCount).toBe(1);
    setStatus(fakeService, 'WORKING');
    await page.keyboard.press('F5');
    const drawer = migrations.drawer;
    await drawer.getByRole('button', { name: 'JSON', exact: true }).click();
    await expect(drawer.getByRole('region', { name: 'JSON', exact: true })).toContainText('"WORKING"');
    await expect(drawer.locator('.pill')).toHaveText('Working');
    expect(open.pageErrors).toEqual([]);
    await leave();
  },
);

test(
  'by keyboard, the drawer shows the meaning of a status, copies a ticket, adds a note and marks the row as handled',
  { tag: ['@C49', '@C51'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    setStatus(fakeService, 'FAILED');
    const { migrations, leave } = await openFakeService(page, fakeService);
    await keepCopies(page);
    await migrations.rows.first().press('Enter');
    const meaning = migrations.drawer.getByRole('region', { name: 'Meaning' });
    await expect(meaning).toContainText('The copy stopped early.');
    await expect(meaning.getByRole('listitem')).toHaveText([/start again in your product/, /send the ticket text/]);
    await expect(meaning.getByRole('link', { name: "All of this user's migrations" })).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.keyboard.press('t');
    await expect.poll(() => copiedText(page)).toContain(id);
    expect(await copiedHtml(page)).toContain('<th align="left">Status</th><td>Failed</td>');
    await expect(migrations.drawer.getByRole('button', { name: 'Copied' })).toBeVisible();

    await page.keyboard.press('n');
    await page.keyboard.type('Asked Tallyroom');
    await page.keyboard.press('Control+Enter');
    const note = migrations.drawer.getByRole('region', { name: 'Note', exact: true });
    await expect(note.getByRole('textbox')).toHaveCount(0);
    await expect(note).toContainText('Asked Tallyroom');
    await page.keyboard.press('h');
    await expect(meaning).toContainText('Handled by you');
    // Presses Undo before axe runs, because on a busy machine axe takes longer than the toast is visible.
    await page.locator('.toast-region').getByRole('button', { name: 'Undo' }).click();
    await expect(meaning).not.toContainText('Handled by you');

    // A new status removes the handled mark, but the note stays.
    await page.keyboard.press('h');
    await expect(meaning).toContainText('Handled by you');
    expect(await findings(page)).toEqual([]);
    setStatus(fakeService, 'COMPLETE');
    await page.keyboard.press('F5');
    await expect(meaning).toContainText('Everything was copied.');
    await expect(meaning).not.toContainText('Handled by you');
    await expect(note).toContainText('Asked Tallyroom');
    expect(fakeService.requests.join('\n')).not.toContain('Asked');
    await leave();
  },
);

test(
  'a migration is watched from its row’s menu, and each change is shown',
  { tag: '@W9' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const { migrations, profileId, leave } = await openFakeService(page, fakeService);
    await migrations.rows.first().focus();
    await page.keyboard.press('Shift+F10');
    await expect(page.getByRole('menuitem', { name: 'Copy ID' })).toBeFocused();
    await page.keyboard.press('End');
    await expect(page.getByRole('menuitem', { name: 'Watch' })).toBeFocused();
    await page.keyboard.press('Enter');
    const watchingButton = page.getByRole('button', { name: 'Watching, 1' });
    await expect(watchingButton).toBeVisible();
    await expect
      .poll(() => mustCall(page, 'watch', 'list', {}))
      .toMatchObject({ watched: [{ id, status: 'NOT_STARTED' }] });

    // The console polls the watched migration as soon as its profile is active again.
    await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
    await expect(watchingButton).toHaveCount(0);
    setStatus(fakeService, 'FAILED');
    await mustCall(page, 'profiles', 'switch', { id: profileId });
    await expect(page.getByText(/: Failed\. Previous status: Not started/)).toBeVisible();

    await watchingButton.focus();
    await page.keyboard.press('Enter');
    const list = page.getByRole('dialog', { name: 'Watched migrations' });
    await expect(list.getByRole('listitem')).toContainText(['Failed']);
    expect(await findings(page)).toEqual([]);
    await list.getByRole('button', { name: /Failed/ }).focus();
    await page.keyboard.press('Enter');
    await expect(migrations.drawer).toContainText(id);
    await page.getByRole('button', { name: 'Stop watching' }).focus();
    await page.keyboard.press('Enter');
    await expect(watchingButton).toHaveCount(0);
    await leave();
  },
);
