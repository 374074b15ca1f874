import { type Browser, expect, type Locator, type Page, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import {
  button,
  dashboardPerTest,
  firstEmail,
  heading,
  join,
  password,
  problemsOf,
} from '#test/fixtures/page/dashboard.ts';

const service = dashboardPerTest();

/** A virtual authenticator of Chromium that simulates a fingerprint. */
const addDevice = async (page: Page) => {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('WebAuthn.enable');
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    setVerified: (isUserVerified: boolean) =>
      devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified }),
  };
};

const toAccount = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(heading(page, 'My account')).toBeVisible();
};

const signOut = async (page: Page): Promise<void> => {
  await button(page, 'Sign out').click();
  await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
};

test(
  'dashboard: adding a passkey needs the password, which the passkey replaces at sign-in until it is removed',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    const device = await addDevice(page);
    await join(page, service().printedLink, 'Ada Lindqvist');
    await toAccount(page);
    const passkeys = page.getByRole('region', { name: 'Passkeys' });
    await expect(passkeys).toContainText('No passkeys yet.');
    await button(page, 'Add a passkey…').click();
    const dialog = page.getByRole('dialog', { name: 'Add a passkey?' });
    await expect(dialog.getByLabel('Password')).toBeFocused();
    await dialog.getByLabel('Password').fill('not the password 7');
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('The password is wrong.');
    expect(await findingsHere(page), 'dialog').toEqual([]);
    await dialog.getByLabel('Password').fill(password);
    await dialog.getByLabel('Name').fill('Ada’s laptop');
    await page.keyboard.press('Enter');
    await expect(passkeys.getByRole('listitem')).toContainText('Ada’s laptop');
    await expect(passkeys.getByRole('listitem')).toContainText('not used yet');
    expect(await findingsHere(page), 'account with a passkey').toEqual([]);

    // Tries to add the same device again.
    await button(page, 'Add a passkey…').click();
    await dialog.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(dialog.getByRole('alert')).toHaveText('This device already has one of your passkeys.');
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();

    await signOut(page);
    expect(await findingsHere(page), 'sign-in').toEqual([]);
    // A device that can't verify its user provides no passkey.
    await device.setVerified(false);
    await button(page, 'Use a passkey').click();
    await expect(page.getByRole('alert')).toHaveText(/Your device didn't offer a passkey/);
    await device.setVerified(true);
    await button(page, 'Use a passkey').click();
    await expect(heading(page, 'API keys').or(heading(page, 'My account'))).toBeVisible();
    await page.getByRole('link', { name: 'Audit log' }).click();
    await expect(page.getByRole('table', { name: 'Audit log' })).toContainText('Added the passkey Ada’s laptop');
    await toAccount(page);
    await expect(passkeys.getByRole('listitem')).not.toContainText('not used yet');
    await button(passkeys, 'Remove…').click();
    const remove = page.getByRole('alertdialog', { name: 'Remove the passkey “Ada’s laptop”?' });
    expect(await findingsHere(page), 'removing').toEqual([]);
    await button(remove, 'Remove').click();
    await expect(passkeys).toContainText('No passkeys yet.');

    await signOut(page);
    await button(page, 'Use a passkey').click();
    await expect(page.getByRole('alert')).toHaveText(/This passkey doesn't work here/);
    expect(problems).toEqual([]);
  },
);

test('dashboard: a page at an IP address offers no passkey and says why', { tag: '@X24' }, async ({ page }) => {
  await join(page, service().invitationUrl, 'Ada Lindqvist');
  await toAccount(page);
  await expect(button(page, 'Add a passkey…')).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('region', { name: 'Passkeys' })).toContainText('such as localhost');
  await signOut(page);
  await expect(button(page, 'Use a passkey')).toBeHidden();
});

/** Starts another session of the first user with the password. */
const signInElsewhere = async (browser: Browser): Promise<void> => {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${service().url}/dashboard/`);
  await page.getByLabel('Email', { exact: true }).fill(firstEmail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
  await expect(heading(page, 'API keys')).toBeVisible();
  await context.close();
};

const createOrganization = async (page: Page, name: string): Promise<void> => {
  await button(page, 'Create organization').click();
  const form = page.getByRole('dialog', { name: 'Create an organization' });
  await form.getByLabel('Name', { exact: true }).fill(name);
  await form.getByLabel('Email of the first owner').fill(`owner@${name.toLowerCase()}.example`);
  await page.keyboard.press('Enter');
  await button(page.getByRole('dialog', { name: 'Share this link' }), 'Done').click();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
};

/** Opens an action of an organization with the keyboard. Returns its dialog. */
const openAction = async (page: Page, organization: string, action: string): Promise<Locator> => {
  await button(page, `Actions for ${organization}`).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: `${action}…` }).press('Enter');
  const dialog = page.getByRole('dialog', { name: `${action} ${organization}?` });
  await expect(dialog).toBeVisible();
  return dialog;
};

test(
  'dashboard: a passkey session manages organizations and ends other sessions by keyboard',
  { tag: '@X24' },
  async ({ page, browser }) => {
    const problems = problemsOf(page);
    await addDevice(page);
    await join(page, service().printedLink, 'Ada Lindqvist');
    await service().grant(firstEmail);
    await toAccount(page);
    await button(page, 'Add a passkey…').click();
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('region', { name: 'Passkeys' }).getByRole('listitem')).toHaveCount(1);
    await signOut(page);
    await button(page, 'Use a passkey').click();
    await expect(heading(page, 'API keys').or(heading(page, 'My account'))).toBeVisible();

    await page.getByRole('link', { name: 'Organizations' }).click();
    await expect(heading(page, 'Organizations')).toBeVisible();
    await createOrganization(page, 'Harbour');
    await createOrganization(page, 'Lagoon');
    const rename = await openAction(page, 'Harbour', 'Rename');
    await rename.getByLabel('New name').fill('Haven');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Harbour renamed')).toBeVisible();
    await expect(button(page, 'Actions for Haven')).toBeFocused();
    const suspend = await openAction(page, 'Haven', 'Suspend');
    await suspend.getByLabel('Reason (optional)').fill('Unpaid');
    await suspend.getByLabel('Password').fill('not the password 7');
    await page.keyboard.press('Enter');
    await expect(suspend.getByRole('alert')).toHaveText('The password is wrong.');
    expect(await findingsHere(page), 'suspending').toEqual([]);
    await suspend.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Haven/ })).toContainText('suspended');
    await expect(page.getByRole('row', { name: /Haven/ })).toContainText('Unpaid');
    await expect(button(await openAction(page, 'Haven', 'Resume'), 'Resume')).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Haven/ })).not.toContainText('suspended');
    const remove = await openAction(page, 'Haven', 'Delete');
    await remove.getByLabel('Enter “Haven” to confirm').fill('Haven');
    await remove.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByRole('row', { name: /Haven/ })).toBeHidden();
    // The row of the button that had the focus was deleted.
    await expect(button(page, 'Actions for Lagoon')).toBeFocused();

    for (let session = 0; session < 2; session++) await signInElsewhere(browser);
    await page.getByRole('link', { name: 'Sessions' }).click();
    await expect(heading(page, 'Sessions')).toBeVisible();
    const end = page.getByRole('table', { name: 'Sessions' }).getByRole('button', { name: 'End', exact: true });
    await expect(end).toHaveCount(2);
    expect(await findingsHere(page), 'sessions').toEqual([]);
    await end.first().press('Enter');
    await expect(end).toHaveCount(1);
    await expect(end).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(end).toHaveCount(0);
    await expect(page.getByRole('main')).toBeFocused();
    expect(problems).toEqual([]);
  },
);
