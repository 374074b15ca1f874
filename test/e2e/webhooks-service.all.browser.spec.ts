import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { WebhooksPage } from '#test/page-models/webhooks-page.ts';

test(
  'webhooks: an endpoint is added, tested, rotated, disabled and removed, and its deliveries are shown and replayed',
  { tag: ['@W12', '@W13'] },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    const receiver = await startReceiver();
    try {
      const webhooks = new WebhooksPage(page);
      await webhooks.open('Endpoints');
      await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
      await page.getByRole('button', { name: 'Add endpoint' }).click();
      const dialog = page.getByRole('dialog', { name: 'Add an endpoint' });
      await dialog.getByLabel('URL').fill('http://10.0.0.1/');
      await dialog.getByRole('button', { name: 'Add endpoint' }).click();
      await expect(dialog.getByLabel('URL')).toHaveAccessibleDescription(/^The URL must start with https/);
      expect(await findings(page)).toEqual([]);
      await dialog.getByLabel('URL').fill(receiver.url);
      await dialog.getByLabel('Description').fill('My backend');
      await dialog.getByRole('button', { name: 'Add endpoint' }).click();
      const secret = page.getByRole('dialog', { name: 'Save this secret now' });
      await expect(secret).toContainText(/whsec_[\w+/]+=*/);
      expect(await findings(page)).toEqual([]);
      // A key press must not close a secret that is shown once.
      await page.keyboard.press('Escape');
      await secret.getByRole('button', { name: "I've saved it" }).click();
      await expect(secret).toBeHidden();
      const row = webhooks.endpoint('My backend');
      await expect(row).toContainText('Active');
      await expect(page.getByText('whsec_')).toHaveCount(0);

      await webhooks.chooseEndpointAction(row, 'Send test event');
      await expect.poll(() => receiver.received.length).toBe(1);
      await expect(row).toContainText('1 of 1');
      await expect(page.getByRole('tab', { name: 'Endpoints 1', exact: true })).toBeVisible();
      await webhooks.chooseEndpointAction(row, 'Rotate secret…');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Rotate', exact: true }).click();
      await secret.getByRole('button', { name: "I've saved it" }).click();
      await expect(row).toContainText('two active secrets until');
      expect(await findings(page)).toEqual([]);

      await webhooks.chooseEndpointAction(row, 'Show deliveries');
      const delivery = webhooks.deliveries.getByRole('button', { name: 'Delivered' });
      await delivery.click();
      await expect(page.getByRole('region', { name: 'Attempts' })).toContainText('204');
      await expect(page.getByRole('group', { name: 'Body' })).toContainText('"ferry.test"');
      expect(await findings(page)).toEqual([]);
      await page.getByRole('button', { name: 'Replay now' }).click();
      await expect.poll(() => receiver.received.length).toBe(2);
      const [first, second] = receiver.received;
      expect([second?.id, second?.body]).toEqual([first?.id, first?.body]);
      await expect(page.getByRole('region', { name: 'Attempts' }).getByRole('listitem')).toHaveCount(2);
      await page.getByRole('button', { name: 'State', exact: true }).click();
      await page.getByRole('menuitemradio', { name: 'Failed' }).click();
      await expect(page.getByRole('heading', { name: 'No matching deliveries' })).toBeVisible();
      await page.getByRole('button', { name: 'Clear all filters' }).click();
      await expect(delivery).toBeVisible();

      // Opens the deliveries of a migration's events from the migration.
      await page.getByRole('navigation').getByRole('link', { name: 'Migrations' }).click();
      await page.getByRole('row').nth(1).click();
      await page.getByRole('button', { name: 'More for this migration' }).click();
      await page.getByRole('menuitem', { name: 'Show webhook deliveries' }).click();
      await expect(page.getByRole('heading', { name: 'No matching deliveries' })).toBeVisible();
      await expect(page.getByRole('button', { name: /^Migration/ })).toBeVisible();

      await page.getByRole('tab', { name: 'Endpoints' }).click();
      await webhooks.chooseEndpointAction(row, 'Disable');
      await expect(row).toContainText('manually');
      await webhooks.chooseEndpointAction(row, 'Remove…');
      await page.getByRole('alertdialog').getByRole('button', { name: 'Remove', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'No endpoints yet' })).toBeVisible();
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.close();
    }
  },
);
