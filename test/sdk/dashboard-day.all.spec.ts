import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, type Page, test } from '@playwright/test';
import { oneTimeCode } from '#service/testing/one-time-code.ts';
import type { Role } from '#shared/dashboard-api/roles.ts';
import { button, dashboardPerTest, firstEmail, heading, join, password } from '#test/fixtures/page/dashboard.ts';
import { CountedHands } from '#test/page-models/counted-hands.ts';

const service = dashboardPerTest({
  permissions: ['clipboard-read', 'clipboard-write'],
  flags: async () => ['--webhooks-allow-loopback'],
});

const handsOn = (page: Page): CountedHands => new CountedHands({ page, electron: null });
const link = (page: Page, name: string) => page.getByRole('link', { name });
const copied = (page: Page): Promise<string> => page.evaluate(() => navigator.clipboard.readText());

const statusOf = async (key: string): Promise<number> =>
  (await fetch(`${service().url}/api/v1/migrations`, { headers: { authorization: `Bearer ${key}` } })).status;

/** Creates a read-only key on the keys page. */
const makeReadOnlyKey = async (page: Page, hands: CountedHands, description: string): Promise<string> => {
  await hands.click(button(page, 'Create key').first());
  const form = page.getByRole('dialog', { name: 'Create an API key' });
  await expect(form.getByLabel('Description')).toBeFocused();
  await hands.type(description);
  await hands.click(form.getByLabel('link'));
  await hands.press('Enter');
  const createdDialog = page.getByRole('dialog', { name: 'Save this key now' });
  await hands.click(button(createdDialog, /^Copy$/));
  await expect(button(createdDialog, "I've saved it")).toBeFocused();
  const key = await copied(page);
  await hands.press('Enter');
  await expect(createdDialog).toBeHidden();
  return key;
};

test('dashboard: creating and copying a read-only key takes at most five steps', { tag: '@X24' }, async ({ page }) => {
  await join(page, service().invitationUrl, 'Ada Lindqvist');
  const hands = handsOn(page);
  const key = await makeReadOnlyKey(page, hands, 'Billing sync');
  expect(await statusOf(key)).toBe(200);
  await expect(page.getByRole('row', { name: /Billing sync/ })).toContainText('read');
  expect(hands.steps).toBeLessThanOrEqual(5);
});

test(
  'dashboard: rotating a key and revoking only the previous key takes at most seven steps',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    const before = await makeReadOnlyKey(page, handsOn(page), 'Billing sync');
    const hands = handsOn(page);
    const row = (key: string) => page.getByRole('row', { name: new RegExp(`····${key.slice(-4)}`) });
    await hands.click(button(row(before), 'Actions for Billing sync'));
    await hands.click(page.getByRole('menuitem', { name: 'Rotate…' }));
    const next = page.getByRole('dialog', { name: 'Create a new key for Billing sync?' });
    await expect(next.getByLabel('Description')).toBeFocused();
    await hands.press('Enter');
    const createdDialog = page.getByRole('dialog', { name: 'Save this key now' });
    await hands.click(button(createdDialog, /^Copy$/));
    await expect(button(createdDialog, "I've saved it")).toBeFocused();
    const after = await copied(page);
    await hands.press('Enter');
    await expect(row(before)).toContainText('replaced');
    await expect(row(after)).not.toContainText('replaced');
    await hands.click(button(row(before), 'Revoke'));
    const revoke = page.getByRole('dialog', { name: 'Revoke Billing sync?' });
    await expect(revoke).toContainText(`····${before.slice(-4)}`);
    await expect(revoke.getByLabel('Description')).toBeFocused();
    await hands.type('Billing sync');
    await hands.press('Enter');
    await expect(row(before)).toBeHidden();
    expect([await statusOf(before), await statusOf(after)]).toEqual([401, 200]);
    expect(hands.steps).toBeLessThanOrEqual(7);
  },
);

test(
  'dashboard: finding why a webhook fails and resending it takes at most three steps',
  { tag: '@X24' },
  async ({ page }) => {
    let status = 503;
    const receiver = createServer((request, response) => {
      request.resume();
      response.writeHead(status).end('no room at the inn');
    });
    await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
    try {
      await join(page, service().invitationUrl, 'Ada Lindqvist');
      await page.evaluate(
        async (url) => {
          const headers = {
            'x-ferry-session': localStorage.getItem('ferry-session') ?? '',
            'content-type': 'application/json',
          };
          const { organizations } = (await (await fetch('api/session', { headers })).json()) as {
            readonly organizations: readonly { readonly id: string }[];
          };
          const place = `api/organizations/${organizations[0]?.id}/endpoints`;
          const addedReply = await fetch(place, { method: 'POST', headers, body: JSON.stringify({ url }) });
          const { id } = (await addedReply.json()) as { readonly id: string };
          await fetch(`${place}/${id}/test`, { method: 'POST', headers, body: '{}' });
        },
        `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`,
      );
      const hands = handsOn(page);
      await hands.click(link(page, 'Webhooks'));
      const delivery = page.getByRole('table', { name: 'Deliveries' }).locator('tbody .delivery-row').first();
      // Reloads don't count as steps: the first attempt may still be running.
      const readUntil = (words: RegExp) =>
        expect
          .poll(
            async () => {
              await button(page, 'Refresh').click();
              return delivery.textContent();
            },
            { timeout: 60_000 },
          )
          .toMatch(words);
      await readUntil(/Retrying/);
      await hands.click(delivery.getByRole('button'));
      await expect(page.getByRole('group', { name: 'Response body' })).toHaveText('no room at the inn');
      await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('503');
      status = 204;
      await hands.click(button(page, 'Replay now'));
      await readUntil(/Delivered/);
      expect(hands.steps).toBeLessThanOrEqual(3);
    } finally {
      receiver.closeAllConnections();
      receiver.close();
    }
  },
);

test(
  'dashboard: inviting a support user takes at most five steps, and making that user an admin three more',
  { tag: '@X24' },
  async ({ page, browser }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    const hands = handsOn(page);
    await hands.click(link(page, 'People'));
    await hands.click(button(page, 'Invite member'));
    await expect(page.getByLabel('Email', { exact: true })).toBeFocused();
    await hands.type('tomas@brightwater.example');
    await hands.press('Enter');
    const shareDialog = page.getByRole('dialog', { name: 'Share this link' });
    await hands.click(button(shareDialog, 'Copy'));
    const invitation = await copied(page);
    await hands.click(button(shareDialog, 'Done'));
    expect(hands.steps).toBeLessThanOrEqual(5);

    const context = await browser.newContext();
    const guest = await context.newPage();
    await join(guest, invitation, 'Tomás Silva');
    await expect(button(guest, 'Create key').first()).toHaveAttribute('aria-disabled', 'true');
    await expect(guest.getByText('You have the support role')).toBeVisible();
    await context.close();
    await page.reload();
    const more = handsOn(page);
    const role = page.getByRole('combobox', { name: 'Role of Tomás Silva' });
    // A click opens the system's list, so a key press chooses.
    await more.focus(role);
    await more.press('ArrowUp');
    await expect(role).toHaveValue('support');
    const ask = page.getByRole('alertdialog', { name: 'Change the role of Tomás Silva to admin?' });
    await expect(button(ask, 'Change role')).toBeFocused();
    await more.press('Enter');
    await expect(role).toHaveValue('admin');
    await expect(page.getByText('Tomás Silva is admin now')).toBeVisible();
    expect(more.steps).toBeLessThanOrEqual(3);
  },
);

test(
  'dashboard: finding who revoked a key last week takes at most five steps, and the URL can be shared',
  { tag: '@X24' },
  async ({ page }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await makeReadOnlyKey(page, handsOn(page), 'Pilot');
    await button(page, 'Actions for Pilot').click();
    await page.getByRole('menuitem', { name: 'Revoke…' }).click();
    await page.getByRole('dialog').getByLabel('Description').fill('Pilot');
    await page.keyboard.press('Enter');
    await expect(page.getByText(/^Revoked ····/)).toBeVisible();
    const hands = handsOn(page);
    await hands.click(link(page, 'Audit log'));
    await hands.click(button(page, 'What'));
    await hands.click(page.getByRole('menuitemradio', { name: 'API keys' }));
    await hands.click(button(page, 'When'));
    await hands.click(page.getByRole('dialog', { name: 'When' }).getByText('Last 7 days'));
    await expect(page).toHaveURL(/days=7d/);
    const foundRow = page.getByRole('row', { name: /Revoked key Pilot/ });
    await expect(foundRow).toContainText('Ada Lindqvist');
    expect(hands.steps).toBeLessThanOrEqual(5);
    await page.reload();
    await expect(foundRow).toContainText('Ada Lindqvist');
    await expect(page.getByRole('row', { name: /Joined/ })).toBeHidden();
  },
);

test('dashboard: turning on two-factor authentication takes at most six steps', { tag: '@X24' }, async ({ page }) => {
  await join(page, service().invitationUrl, 'Ada Lindqvist');
  const hands = handsOn(page);
  await hands.click(link(page, 'My account'));
  await hands.click(button(page, 'Turn on…'));
  const start = page.getByRole('dialog', { name: 'Turn on two-factor authentication?' });
  await expect(start.getByLabel('Password')).toBeFocused();
  await hands.type(password);
  await hands.press('Enter');
  const confirm = page.getByRole('dialog', { name: 'Add Ferry to your authenticator app' });
  await expect(confirm.getByRole('textbox', { name: 'Code' })).toBeFocused();
  const key = ((await confirm.getByRole('code').textContent()) ?? '').replaceAll(' ', '');
  await hands.type(oneTimeCode(key));
  await hands.press('Enter');
  const codes = page.getByRole('dialog', { name: 'Save these backup codes now' });
  await hands.click(button(codes, 'Copy'));
  await hands.click(button(codes, "I've saved them"));
  await expect(page.getByText('On. 10 backup codes are left.')).toBeVisible();
  expect((await copied(page)).split('\n')).toHaveLength(10);
  expect(hands.steps).toBeLessThanOrEqual(6);
});

test(
  'dashboard: ending a stolen session takes two steps and signs the thief out',
  { tag: '@X24' },
  async ({ page, browser }) => {
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    const context = await browser.newContext();
    const attackerPage = await context.newPage();
    await attackerPage.goto(`${service().url}/dashboard/`);
    await attackerPage.getByLabel('Email', { exact: true }).fill(firstEmail);
    await attackerPage.getByLabel('Password', { exact: true }).fill(password);
    await attackerPage.keyboard.press('Enter');
    await expect(heading(attackerPage, 'API keys')).toBeVisible();
    const hands = handsOn(page);
    await hands.click(link(page, 'Sessions'));
    await hands.click(button(page, /^End$/));
    await expect(page.getByText('Session ended')).toBeVisible();
    expect(hands.steps).toBeLessThanOrEqual(2);
    await link(attackerPage, 'People').click();
    await expect(heading(attackerPage, 'Sign in to Ferry')).toBeVisible();
    await expect(attackerPage.getByText('Your session ended.')).toBeVisible();
    await context.close();
  },
);

const invite = async (page: Page, email: string, role: Role): Promise<string> => {
  await link(page, 'People').click();
  await button(page, 'Invite member').click();
  const form = page.getByRole('dialog', { name: /^Invite someone to / });
  await form.getByLabel('Email').fill(email);
  await form.getByLabel('Role').selectOption(role);
  await button(form, 'Create link').click();
  const shareDialog = page.getByRole('dialog', { name: 'Share this link' });
  const url = await shareDialog.getByRole('code').textContent();
  await button(shareDialog, 'Done').click();
  return url ?? '';
};

test(
  "dashboard: a demotion names the invitations that it withdraws, and an owner ends another member's session",
  { tag: '@X24' },
  async ({ page, browser }) => {
    await join(page, service().invitationUrl, 'Ada');
    await link(page, 'My account').click();
    await page.getByLabel('Name', { exact: true }).fill('Ada Lindqvist');
    await button(page, 'Change name').click();
    await expect(page.getByText('Name changed')).toBeVisible();
    const context = await browser.newContext();
    const guest = await context.newPage();
    await join(guest, await invite(page, 'tomas@brightwater.example', 'admin'), 'Tomás Silva');
    await invite(guest, 'nadia@brightwater.example', 'admin');
    await invite(guest, 'jonas@brightwater.example', 'support');
    await expect(guest.getByRole('row', { name: /Ada Lindqvist/ })).toBeVisible();
    await page.reload();
    await expect(page.getByText('nadia@brightwater.example')).toBeVisible();
    await page.getByRole('combobox', { name: 'Role of Tomás Silva' }).selectOption('support');
    const ask = page.getByRole('alertdialog', { name: 'Change the role of Tomás Silva to support?' });
    await expect(ask).toContainText(
      'Pending invitations that Tomás Silva created will be withdrawn: nadia@brightwater.example, jonas@brightwater.example.',
    );
    await button(ask, 'Change role').click();
    await expect(page.getByText('Tomás Silva is support now')).toBeVisible();
    for (const email of ['nadia@brightwater.example', 'jonas@brightwater.example'])
      await expect(page.getByText(email)).toBeHidden();

    await link(page, 'Sessions').click();
    await button(page, 'End…').click();
    const end = page.getByRole('alertdialog', { name: 'End this session of Tomás Silva?' });
    await button(end, 'End session').click();
    await expect(page.getByText('Session ended')).toBeVisible();
    await expect(page.getByRole('row', { name: /Tomás Silva/ })).toBeHidden();
    // No other row has a button.
    await expect(page.getByRole('main')).toBeFocused();
    await link(guest, 'Webhooks').click();
    await expect(heading(guest, 'Sign in to Ferry')).toBeVisible();
    await context.close();
  },
);
