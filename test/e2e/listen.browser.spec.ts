import { mustCall } from '#test/fixtures/console/call-console.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { openWebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import { WebhooksPage } from '#test/page-models/webhooks-page.ts';

// Uses its own console, because received events stay with the profile.
test(
  'listen: Sandbox events are forwarded, wait for an unavailable receiver, and are sent again',
  { tag: '@W10' },
  async ({ console: { page, pageErrors } }) => {
    const receiver = await openWebhookReceiver();
    try {
      const { rows } = await mustCall<{ rows: { value: { id: string; status: string } }[] }>(
        page,
        'migrations',
        'list',
        {
          page: 1,
          pageSize: 100,
        },
      );
      const id = rows.find(({ value }) => value.status === 'WORKING')?.value.id;
      const move = (status: string) => mustCall(page, 'sandbox', 'moveMigration', { id, status });
      await new WebhooksPage(page).open('Listen');
      await expect(page.getByRole('heading', { name: 'Not listening' })).toBeVisible();
      expect(await findings(page)).toEqual([]);

      const bar = page.getByRole('form', { name: 'Listener' });
      const address = bar.getByLabel('Forward to');
      await address.fill('http://example.com/hook');
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await expect(bar.getByRole('alert')).toHaveText(/^example\.com isn.t on this device/);
      await address.fill(receiver.url());
      await address.press('Enter');
      await expect(bar.getByRole('status')).toHaveText('Listening');
      await expect(address).toHaveValue(receiver.url());

      const events = page.getByRole('list', { name: 'Events' }).getByRole('button');
      await move('PENDING_USER_INPUT');
      await expect(events).toHaveCount(1);
      await expect(events.first()).toContainText('204');
      expect(receiver.received).toHaveLength(1);

      await receiver.kill();
      await move('WORKING');
      await expect(page.getByText('The console retries automatically. No events are lost.')).toBeVisible();
      await expect(page.getByText('1 waiting to retry')).toBeVisible();
      await receiver.start();
      await expect(page.getByText('2 forwarded')).toBeVisible();
      await expect(events).toHaveCount(2);

      await events.first().click();
      const detail = page.getByRole('complementary', { name: 'Event' });
      await expect(detail.getByRole('group', { name: 'Body' })).toContainText(
        '"previous_status": "PENDING_USER_INPUT"',
      );
      expect(await findings(page)).toEqual([]);
      const [, last] = receiver.received;
      await detail.getByRole('button', { name: 'Send again' }).click();
      await expect.poll(() => receiver.received.filter((each) => each.id === last?.id).length).toBe(2);
      expect(new Set(receiver.received.slice(1).map(({ body }) => body)).size).toBe(1);
      await detail.getByRole('button', { name: 'Close' }).click();
      await expect(events.first()).toBeFocused();
      await page.keyboard.press('Enter');
      await detail.getByRole('button', { name: 'Copy ID' }).press('Escape');
      await expect(detail).toBeHidden();
      await expect(events.first()).toBeFocused();

      await bar.getByRole('button', { name: 'Show the secret' }).click();
      await expect(bar.getByText(/^whsec_/)).toHaveText(/^whsec_[\w+/=]{44}$/);
      await page.getByRole('button', { name: 'Stop', exact: true }).click();
      await expect(bar.getByRole('status')).toHaveText('Off');
      await page.getByRole('button', { name: 'Clear', exact: true }).click();
      await expect(page.getByRole('heading', { name: 'Not listening' })).toBeVisible();
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.kill();
    }
  },
);
