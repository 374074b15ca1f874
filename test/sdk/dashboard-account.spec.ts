import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Locator, type Page, test } from '@playwright/test';
import decodeQr from 'qr/decode.js';
import sharp from 'sharp';
import { oneTimeCode } from '#service/testing/one-time-code.ts';
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

const service = dashboardPerTest({ permissions: ['clipboard-read', 'clipboard-write'] });

const toAccount = async (page: Page): Promise<void> => {
  await page.getByRole('link', { name: 'My account' }).click();
  await expect(heading(page, 'My account')).toBeVisible();
};

const signIn = async (page: Page): Promise<void> => {
  await expect(heading(page, 'Sign in to Ferry')).toBeVisible();
  await page.getByLabel('Email', { exact: true }).fill(firstEmail);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await page.keyboard.press('Enter');
};

/** Reads the QR code on the page, like a camera. The library differs from the page's own. */
const readQrCode = async (picture: Locator): Promise<string> => {
  const { data, info } = await sharp(await picture.screenshot())
    .ensureAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  return decodeQr({ data: new Uint8Array(data), width: info.width, height: info.height });
};

test(
  'dashboard: two-factor authentication is set up, used with a code and a backup code, and turned off',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await toAccount(page);
    await button(page, 'Turn on…').click();
    const start = page.getByRole('dialog', { name: 'Turn on two-factor authentication?' });
    await start.getByLabel('Password').fill('not the password 7');
    await page.keyboard.press('Enter');
    await expect(start.getByRole('alert')).toHaveText('The password is wrong.');
    expect(await findingsHere(page), 'password').toEqual([]);
    // Reopening the form clears the previous error.
    await page.keyboard.press('Escape');
    await expect(start).toBeHidden();
    await button(page, 'Turn on…').click();
    await expect(start).toBeVisible();
    await expect(start.getByText('The password is wrong.')).toBeHidden();
    await start.getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    const confirm = page.getByRole('dialog', { name: 'Add Ferry to your authenticator app' });
    const key = ((await confirm.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
    const link = (await confirm.getByRole('link').getAttribute('href')) ?? '';
    expect(link).toMatch(/^otpauth:\/\/totp\//);
    expect(new URL(link).searchParams.get('secret')).toBe(key);
    const picture = confirm.getByRole('img', { name: 'QR code of the key' });
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await readQrCode(picture), colorScheme).toBe(link);
    }
    expect(await findingsHere(page), 'key').toEqual([]);
    await confirm.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key));
    await page.keyboard.press('Enter');
    const codes = page.getByRole('dialog', { name: 'Save these backup codes now' });
    await expect(codes.getByRole('listitem')).toHaveCount(10);
    const backup = (await codes.getByRole('listitem').first().textContent()) ?? '';
    expect(await findingsHere(page), 'codes').toEqual([]);
    await button(codes, "I've saved them").click();
    await expect(page.getByText('On. 10 backup codes are left.')).toBeVisible();
    await page.getByRole('link', { name: 'People' }).click();
    await expect(page.getByRole('row', { name: /Ada Lindqvist you .* On / })).toBeVisible();

    // The code of the next time step: a code can't be used twice.
    await button(page, 'Sign out').click();
    await signIn(page);
    await expect(page.getByRole('textbox', { name: 'Code' })).toBeFocused();
    expect(await findingsHere(page), 'sign-in with a code').toEqual([]);
    await page.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key, Date.now() + 30_000));
    await page.keyboard.press('Enter');
    await expect(heading(page, 'People').or(heading(page, 'API keys'))).toBeVisible();

    await button(page, 'Sign out').click();
    await signIn(page);
    await page.getByRole('textbox', { name: 'Code' }).fill(backup);
    await page.keyboard.press('Enter');
    await expect(heading(page, 'API keys')).toBeVisible();
    await toAccount(page);
    await expect(page.getByText('On. 9 backup codes are left.')).toBeVisible();
    await button(page, 'Turn off…').click();
    await page.getByRole('dialog').getByLabel('Password').fill(password);
    await page.keyboard.press('Enter');
    await expect(page.getByText('Off. You sign in with the password only.')).toBeVisible();
    expect(problems).toEqual([]);
  },
);

const turnOnSecondFactor = async (page: Page): Promise<void> => {
  await button(page, 'Turn on…').click();
  await page.getByRole('dialog').getByLabel('Password').fill(password);
  await page.keyboard.press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Add Ferry to your authenticator app' });
  const key = ((await confirm.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await confirm.getByRole('textbox', { name: 'Code' }).fill(oneTimeCode(key));
  await page.keyboard.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Save these backup codes now' });
  await expect(codes.getByRole('listitem')).toHaveCount(10);
  await button(codes, "I've saved them").click();
};

test(
  'dashboard: an owner requires a second factor, and a member turns it on at the next request',
  { tag: ['@X24', '@T87'] },
  async ({ page, browser }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await page.getByRole('link', { name: 'People' }).click();
    await button(page, 'Invite member').click();
    await page.getByLabel('Email', { exact: true }).fill('tomas@brightwater.example');
    await button(page, 'Create link').click();
    const link = await page.getByRole('dialog', { name: 'Share this link' }).getByRole('code').textContent();
    await button(page, 'Done').click();
    const guest = await (await browser.newContext()).newPage();
    await join(guest, link ?? '', 'Tomás Silva');
    await expect(heading(guest, 'API keys')).toBeVisible();

    const require = async (): Promise<void> => {
      await page.getByRole('link', { name: 'Organization', exact: true }).click();
      await button(page, 'Require…').click();
      await page.getByRole('alertdialog').getByRole('button', { name: 'Require' }).click();
    };
    await require();
    await expect(page.getByRole('alertdialog').getByRole('alert')).toHaveText(
      'Turn on two-factor authentication for your account first.',
    );
    await button(page, 'Cancel').click();
    await toAccount(page);
    await turnOnSecondFactor(page);
    await require();
    await expect(page.getByText('Required for every member')).toBeVisible();

    await guest.getByRole('link', { name: 'Webhooks' }).click();
    await expect(heading(guest, 'One more step')).toBeVisible();
    expect(await findingsHere(guest), 'enroll').toEqual([]);
    await button(page, 'Make optional…').click();
    await page.getByRole('alertdialog').getByRole('button', { name: 'Make optional' }).click();
    await expect(page.getByText('Optional for members')).toBeVisible();
    await button(guest, 'Turn on…').click();
    await guest.getByRole('dialog').getByLabel('Password').fill(password);
    await guest.keyboard.press('Enter');
    await expect(guest.getByText('Two-factor authentication is optional now.')).toBeVisible();
    await guest.keyboard.press('Escape');
    await expect(guest.getByRole('dialog')).toBeHidden();
    await require();
    await turnOnSecondFactor(guest);
    await button(guest, 'Continue').click();
    await expect(heading(guest, 'Webhooks')).toBeVisible();
    await guest.context().close();
  },
);

test(
  'dashboard: the cookie gives no access to another local program that receives it on its own port',
  { tag: ['@X30', '@T98'] },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    let received = '';
    const otherProgram = createServer((request, response) => {
      received ||= request.headers.cookie ?? '';
      response.end();
    });
    await new Promise<void>((resolve) => otherProgram.listen(0, '127.0.0.1', resolve));
    const { port } = otherProgram.address() as AddressInfo;
    try {
      const secret = await page.evaluate(() => localStorage.getItem('ferry-session') ?? '');
      await page.goto(`http://127.0.0.1:${port}/dashboard/`);
      expect(received).toContain('session_token=');
      const send = (headers: Record<string, string>) => fetch(`${service().url}/dashboard/api/session`, { headers });
      expect((await send({ cookie: received })).status).toBe(401);
      expect((await send({ cookie: received, 'x-ferry-session': secret })).status).toBe(200);
      await page.goto(`${service().url}/dashboard/`);
      await expect(heading(page, 'API keys')).toBeVisible();
    } finally {
      otherProgram.closeAllConnections();
      otherProgram.close();
    }
  },
);

test(
  'dashboard: one button signs out all other sessions and keeps the current session',
  { tag: '@X24' },
  async ({ page, browser }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    const other = await browser.newContext();
    const otherPage = await other.newPage();
    await otherPage.goto(`${service().url}/dashboard/`);
    await signIn(otherPage);
    await expect(heading(otherPage, 'API keys')).toBeVisible();
    await page.getByRole('link', { name: 'Sessions' }).click();
    await button(page, 'Sign out everywhere else').click();
    await expect(page.getByText('1 session ended')).toBeVisible();
    await expect(button(page, 'Sign out everywhere else')).toBeHidden();
    await otherPage.getByRole('link', { name: 'People' }).click();
    await expect(heading(otherPage, 'Sign in to Ferry')).toBeVisible();
    await other.close();
  },
);

test(
  'dashboard: a page opened by keyboard has the focus at its top, without a visible outline',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await page.getByRole('link', { name: 'Webhooks' }).focus();
    await page.keyboard.press('Enter');
    await expect(heading(page, 'Webhooks')).toBeVisible();
    await expect(page.getByRole('main')).toBeFocused();
    expect(await page.getByRole('main').evaluate((main) => getComputedStyle(main).outlineStyle)).toBe('none');
    await page.keyboard.press('Tab');
    const first = page.locator(':focus');
    await expect(first).toHaveText('Add endpoint');
    expect(await first.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  },
);
