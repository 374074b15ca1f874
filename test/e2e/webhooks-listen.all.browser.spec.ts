import { startReceiver } from '#service/testing/webhook-receiver.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { WebhooksPage } from '#test/page-models/webhooks-page.ts';

test(
  'listen: a test event goes to a receiver on this device, shows its headers, and its signature is checked',
  { tag: '@W10' },
  async ({ console: open }) => {
    const { page, pageErrors } = open;
    const receiver = await startReceiver();
    try {
      const webhooks = new WebhooksPage(page);
      await webhooks.open('Listen');
      await expect(page.getByRole('button', { name: 'Send a test event' })).toHaveAttribute('aria-disabled', 'true');
      await page.getByRole('textbox', { name: 'Forward to' }).fill(receiver.url);
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await expect(page.getByText('Listening', { exact: true })).toBeVisible();
      await page.getByRole('button', { name: 'Send a test event' }).click();
      const line = page.getByRole('list', { name: 'Events' }).getByRole('button', { name: /Test event/ });
      await expect(line).toContainText('204');
      expect(receiver.received.map(({ event }) => event.type)).toEqual(['ferry.test']);
      await line.click();
      const headers = page.getByRole('region', { name: 'Headers' });
      await expect(headers).toContainText(receiver.received[0]?.id ?? 'none');
      await expect(headers).toContainText('v1,');
      expect(await findings(page)).toEqual([]);
      await headers.getByRole('button', { name: 'Check this signature' }).click();
      await expect(webhooks.verdict).toHaveText(/^Valid: signed .* ago with this secret$/);
      // The secret is cleared when the user leaves the check.
      await page.getByRole('tab', { name: 'Listen' }).click();
      await expect(line).toBeVisible();
      await page.getByRole('tab', { name: 'Check a signature' }).click();
      await expect(webhooks.field('Secret')).toHaveValue('');
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.close();
    }
  },
);
