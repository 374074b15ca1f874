import { readFile } from 'node:fs/promises';
import { expect, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { button, dashboardPerTest, heading, join, problemsOf } from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest();

/** More rows than one page holds. */
const createdCount = 105;

/** Creates keys with the page's session. */
const makeKeys = (page: Page): Promise<void> =>
  page.evaluate(async (count) => {
    const [, organization = ''] = location.hash.split('/');
    const { organizations } = (await (
      await fetch('api/session', { headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '' } })
    ).json()) as {
      readonly organizations: readonly { readonly id: string }[];
    };
    const id = organization || organizations[0]?.id;
    for (let number = 1; number <= count; number += 1) {
      await fetch(`api/organizations/${id}/keys`, {
        method: 'POST',
        headers: { 'x-ferry-session': localStorage.getItem('ferry-session') ?? '', 'content-type': 'application/json' },
        body: JSON.stringify({ description: `Key ${number}`, scopes: ['read'] }),
      });
    }
  }, createdCount);

const choose = async (page: Page, filter: string, value: string): Promise<void> => {
  await page.getByRole('button', { name: new RegExp(`^${filter}( |$)`) }).click();
  await page.getByRole('menuitemradio', { name: value, exact: true }).click();
};

test(
  'dashboard: the audit log has pages and filters that its URL keeps, and the export has all matches',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await makeKeys(page);
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(heading(page, 'Audit log')).toBeVisible();
    const rows = page.getByRole('table', { name: 'Audit log' }).locator('tbody tr');
    await expect(rows).toHaveCount(100);
    await expect(rows.first()).toContainText(`Created key Key ${createdCount}`);

    // Opens the last page, returns, and reloads.
    await button(page, 'Older').click();
    await expect(page.getByText('Joined', { exact: false })).toBeVisible();
    await expect(page).toHaveURL(/before=/);
    await page.reload();
    await expect(page.getByText('Joined', { exact: false })).toBeVisible();
    await expect(button(page, 'Older')).toHaveAttribute('aria-disabled', 'true');
    await button(page, 'Newer').click();
    await expect(rows).toHaveCount(100);
    await expect(button(page, 'Newer')).toHaveAttribute('aria-disabled', 'true');

    await choose(page, 'What', 'API keys');
    await expect(button(page, 'What API keys')).toBeVisible();
    await expect(rows).toHaveCount(100);
    await choose(page, 'Who', 'Ada Lindqvist');
    await button(page, 'When').click();
    const days = page.getByRole('dialog', { name: 'When' });
    await days.getByText('Today').click();
    expect(await findingsHere(page), 'choice of days').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(button(page, 'When today')).toBeVisible();
    expect(await findingsHere(page), 'filters').toEqual([]);
    // The button that started an export or a check also stops it.
    const readings = /\/audit(\?|\/check)/;
    await page.route(readings, () => undefined);
    await button(page, 'Export').click();
    await button(page, 'Stop, 0 read').click();
    await expect(page.getByText('Stopped. Nothing was saved.')).toBeVisible();
    await button(page, 'Check the log').click();
    await expect(page.getByText('Checking the log…')).toBeVisible();
    await button(page, 'Stop').click();
    await expect(button(page, 'Check the log')).toBeVisible();
    await page.unroute(readings);
    const download = page.waitForEvent('download');
    await button(page, 'Export').click();
    const lines = (await readFile(await (await download).path(), 'utf8')).split('\r\n').slice(1);
    expect(lines).toHaveLength(createdCount);
    expect(new Set(lines).size).toBe(createdCount);
    for (const line of lines) expect(line).toMatch(/"Ada Lindqvist","Created key Key \d+"/);

    // Without matches, filters can be cleared one by one or together.
    await button(page, 'Clear Who').click();
    await expect(button(page, 'Who')).toBeVisible();
    await choose(page, 'What', 'Webhooks');
    await expect(page.getByText('No matching entries')).toBeVisible();
    expect(await findingsHere(page), 'nothing matches').toEqual([]);
    await button(page, 'Clear filters').click();
    await expect(rows).toHaveCount(100);

    await button(page, 'Check the log').click();
    await expect(page.getByText(/^All \d+ entries are unchanged\.$/)).toBeVisible();

    // A failed read shows an error, and a retry reads again.
    await page.route('**/audit?*', (route) => route.abort());
    await choose(page, 'What', 'Members and roles');
    await expect(page.getByText("The audit log couldn't be loaded")).toBeVisible();
    await page.unroute('**/audit?*');
    await button(page, 'Retry').click();
    await expect(rows.first()).toContainText('Joined');
    expect(problems.filter((problem) => !problem.includes('net::ERR_FAILED'))).toEqual([]);
  },
);
