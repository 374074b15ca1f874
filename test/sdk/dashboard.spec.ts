import { expect, type Page, test } from '@playwright/test';
import {
  button,
  dashboardPerTest,
  firstEmail,
  heading,
  join,
  password,
  problemsOf,
} from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest({ permissions: ['clipboard-read', 'clipboard-write'] });

const createKey = async (page: Page, description: string): Promise<string> => {
  await button(page, 'Create key').first().click();
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await form.getByLabel('Description').fill(description);
  await form.getByLabel('link').uncheck();
  await form.getByLabel('Expires').selectOption('In 90 days');
  await form.getByLabel('Allowed IP addresses').fill('127.0.0.0/8 ::1');
  await form.getByRole('button', { name: 'Create key' }).click();
  const createdDialog = page.getByRole('dialog', { name: 'Save this key now' });
  await createdDialog.getByRole('button', { name: 'Copy', exact: true }).click();
  await expect(createdDialog.getByRole('button', { name: "I've saved it" })).toBeFocused();
  const key = await page.evaluate(() => navigator.clipboard.readText());
  await page.keyboard.press('Enter');
  await expect(createdDialog).toBeHidden();
  return key;
};

const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${service().url}/api/v1/migrations`, { headers: { authorization: `Bearer ${key}` } })).status;

test(
  'dashboard: a first owner joins, creates a key, invites a user, turns on production and signs out',
  { tag: '@X24' },
  async ({ page, browser }) => {
    const problems = problemsOf(page);
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await expect(page).not.toHaveURL(/invitation/);
    await expect(page.getByRole('row', { name: /Created at first start/ })).toBeVisible();

    // The key works, shows its expiry and IP ranges in the list, and appears in full neither in the page nor in the
    // browser's storage.
    const key = await createKey(page, 'Billing sync');
    expect(await statusOf(key)).toBe(200);
    const row = page.getByRole('row', { name: /Billing sync/ });
    await expect(row).toContainText(key.slice(-4));
    await expect(row).toContainText(/until \d+ \w+ 20\d\d/);
    await expect(row).toContainText('2 IP ranges');
    expect(await page.content()).not.toContain(key);
    expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(key);

    // The console's link opens the key's rotation once, and needs a confirmation.
    await page.evaluate((lastFour) => {
      location.hash = `#/rotate/${lastFour}`;
    }, key.slice(-4));
    const rotate = page.getByRole('dialog', { name: 'Create a new key for Billing sync?' });
    await expect(rotate).toBeVisible();
    await expect(page).not.toHaveURL(/rotate/);
    await page.keyboard.press('Escape');
    await expect(rotate).toBeHidden();
    await expect(page.getByRole('row', { name: /Billing sync/ })).toHaveCount(1);

    // Revoking requires typing the description.
    await row.getByRole('button', { name: 'Actions for Billing sync' }).click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    const revoke = page.getByRole('dialog', { name: 'Revoke Billing sync?' });
    await expect(revoke.getByRole('button', { name: 'Revoke' })).toHaveAttribute('aria-disabled', 'true');
    await revoke.getByLabel('Description').fill('Billing sync');
    await page.keyboard.press('Enter');
    await expect(revoke).toBeHidden();
    await expect.poll(() => statusOf(key)).toBe(401);
    await page.getByRole('radio', { name: /Revoked/ }).check({ force: true });
    await expect(row).toBeVisible();

    // Another user, who can only view.
    await page.getByRole('link', { name: 'People' }).click();
    await expect(heading(page, 'People')).toBeVisible();
    await button(page, 'Invite member').click();
    await page.getByLabel('Email', { exact: true }).fill('tomas@brightwater.example');
    await button(page, 'Create link').click();
    const link = await page.getByRole('dialog', { name: 'Share this link' }).getByRole('code').textContent();
    await button(page, 'Done').click();
    const other = await browser.newContext();
    const guest = await other.newPage();
    await join(guest, link ?? '', 'Tomás Silva');
    await expect(button(guest, 'Create key').first()).toHaveAttribute('aria-disabled', 'true');
    await guest.goto(link ?? '');
    await expect(heading(guest, 'This link no longer works')).toBeVisible();
    await other.close();

    // From now on, production is clearly marked, and the log contains all changes.
    await page.getByRole('link', { name: 'Organization', exact: true }).click();
    await expect(heading(page, 'Organization')).toBeVisible();
    await button(page, 'Change to production…').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Change to production' }).click();
    await expect(page.locator('.environment-line[data-environment="production"]')).toBeVisible();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(heading(page, 'Audit log')).toBeVisible();
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Revoked key Billing sync permanently');

    await button(page, 'Sign out').click();
    await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
    await expect(page.getByText("You're signed out.")).toBeVisible();
    await page.getByLabel('Email', { exact: true }).fill(firstEmail);
    await page.getByLabel('Password', { exact: true }).fill('not the password');
    await page.keyboard.press('Enter');
    await expect(page.getByRole('alert')).toHaveText('The email or password is wrong.');
    await page.getByLabel('Password', { exact: true }).fill(password);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'API keys')).toBeVisible();
    expect(problems).toEqual([]);
  },
);
