import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from '@playwright/test';
import { findingsHere } from '#test/fixtures/page/axe.ts';
import { button, dashboardPerTest, heading, join, problemsOf } from '#test/fixtures/page/dashboard.ts';

let receiver: Server;
/** The receiver's reply, and the ids it has received. */
let status: number;
let received: string[];

test.beforeEach(async () => {
  status = 500;
  received = [];
  receiver = createServer((request, response) => {
    received.push(String(request.headers['webhook-id']));
    request.resume();
    response.writeHead(status).end(status === 500 ? 'no room at the inn' : '');
  });
  await new Promise<void>((resolve) => void receiver.listen(0, '127.0.0.1', resolve));
});
const service = dashboardPerTest({
  permissions: ['clipboard-read', 'clipboard-write'],
  flags: async () => ['--webhooks-allow-loopback'],
});
test.afterEach(() => {
  receiver.closeAllConnections();
  receiver.close();
});

test(
  'dashboard: an endpoint is added, has a failed delivery that is replayed, and is removed',
  { tag: '@X24' },
  async ({ page }) => {
    const problems = problemsOf(page);
    await join(page, service().invitationUrl, 'Ada Lindqvist');
    await page.getByRole('link', { name: 'Webhooks' }).click();
    await expect(heading(page, 'Webhooks')).toBeVisible();

    // An address that the service rejects shows its message, and the form stays.
    await button(page, 'Add endpoint').first().click();
    const form = page.getByRole('dialog', { name: 'Add an endpoint' });
    await form.getByLabel('URL').fill('https://169.254.169.254/latest');
    await button(form, 'Add endpoint').click();
    await expect(form.getByLabel('URL')).toHaveAccessibleDescription(/^The URL must/);
    expect(await findingsHere(page), 'form').toEqual([]);
    const address = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/in`;
    await form.getByLabel('URL').fill(address);
    await button(form, 'Add endpoint').click();

    // The secret is shown only this once.
    const secret = page.getByRole('dialog', { name: 'Save this secret now' });
    await expect(secret).toBeVisible();
    const first = await secret.getByRole('code').textContent();
    expect(first).toMatch(/^whsec_/);
    expect(await findingsHere(page), 'secret').toEqual([]);
    await page.keyboard.press('Escape');
    await expect(secret).toBeVisible();
    await button(secret, "I've saved it").click();
    await expect(secret).toBeHidden();
    expect(await page.content()).not.toContain(first);

    const row = page.getByRole('row', { name: /127\.0\.0\.1/ });
    const act = async (name: string): Promise<void> => {
      await button(row, /^Actions for/).click();
      await page.getByRole('menuitem', { name }).click();
    };
    const delivery = page.getByRole('table', { name: 'Deliveries' }).locator('tbody .delivery-row');
    const readUntil = async (words: RegExp): Promise<void> => {
      await expect
        .poll(
          async () => {
            await button(page, 'Refresh').click();
            return delivery.first().textContent();
          },
          { timeout: 60_000 },
        )
        .toMatch(words);
    };

    // A failed attempt shows the receiver's response; the replay then uses the same id.
    await act('Send test event');
    await readUntil(/Retrying/);
    await delivery.first().getByRole('button').click();
    await expect(page.getByRole('group', { name: 'Response body' })).toHaveText('no room at the inn');
    expect(await findingsHere(page), 'open delivery').toEqual([]);
    status = 204;
    await button(page, 'Replay now').click();
    await readUntil(/Delivered/);
    expect(new Set(received).size).toBe(1);
    await page.getByRole('radio', { name: 'Failed' }).check({ force: true });
    await expect(page.getByText('No matching deliveries')).toBeVisible();
    await page.getByRole('radio', { name: 'All' }).check({ force: true });
    const search = page.getByRole('searchbox', { name: 'Full migration ID' });
    await search.fill('1b4e28ba');
    await expect(page.getByText('Incomplete ID')).toBeVisible();
    await expect(delivery).toHaveCount(0);
    await search.fill('1b4e28ba-2fa1-11d2-883f-0016d3cca427');
    await expect(page.getByText('No matching deliveries')).toBeVisible();
    await search.fill('');
    await expect(delivery).not.toHaveCount(0);

    await act('Rotate secret…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate' }).click();
    await expect(secret).toContainText("previous secret's signature");
    expect(await secret.getByRole('code').textContent()).not.toBe(first);
    await button(secret, "I've saved it").click();

    await act('Disable');
    await expect(row).toContainText('Disabled');
    await act('Enable');
    await expect(row).toContainText('Active');
    await act('Remove…');
    await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
    await expect(page.getByText('No endpoints yet')).toBeVisible();

    await page.getByRole('link', { name: 'Audit log' }).click();
    const log = page.getByRole('table', { name: 'Audit log' });
    await expect(log).toContainText('Removed the endpoint 127.0.0.1');
    await expect(log).toContainText('Replayed to');
    expect(problems).toEqual([]);
  },
);
