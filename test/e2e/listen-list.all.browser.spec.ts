import type { Page } from '@playwright/test';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { openWebhookReceiver } from '#test/fixtures/service/webhook-receiver.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { WebhooksPage } from '#test/page-models/webhooks-page.ts';

test.use({ shared: true });

const linesOf = (page: Page) => page.getByRole('list', { name: 'Events' });

/** Returns a function that changes the status of one Sandbox migration the given number of times. */
async function mover(page: Page) {
  const requested = { page: 1, pageSize: 100 };
  const { rows } = await mustCall<{ rows: { value: { id: string; status: string } }[] }>(
    page,
    'migrations',
    'list',
    requested,
  );
  const id = rows.find(({ value }) => value.status === 'WORKING')?.value.id;
  let status = 'WORKING';
  return async (times: number): Promise<void> => {
    for (let time = 0; time < times; time += 1) {
      status = status === 'WORKING' ? 'PENDING_USER_INPUT' : 'WORKING';
      await mustCall(page, 'sandbox', 'moveMigration', { id, status });
    }
  };
}

test(
  'listen: forwarding is turned off and on, paused and resumed, without losing an event',
  { tag: '@W10' },
  async ({ console: { page, pageErrors } }) => {
    const receiver = await openWebhookReceiver();
    try {
      const move = await mover(page);
      await new WebhooksPage(page).open('Listen');
      const bar = page.getByRole('form', { name: 'Listener' });
      const forwards = bar.getByRole('switch', { name: 'Forward events' });
      await expect(forwards).not.toBeChecked();
      await bar.getByLabel('Forward to').fill(receiver.url());
      await expect(forwards).toBeChecked();
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await expect(bar.getByRole('status')).toHaveText('Listening');
      await move(1);
      await expect(page.getByText('1 event, 1 forwarded')).toBeVisible();

      await forwards.click();
      await expect(forwards).not.toBeChecked();
      await expect(bar.getByLabel('Forward to')).toHaveValue(receiver.url());
      await expect(bar.getByRole('status')).toHaveText('Listening');
      await move(1);
      await expect(linesOf(page).getByRole('button', { name: /not forwarded/ })).toHaveCount(1);
      await page.getByRole('tab', { name: 'Endpoints' }).click();
      await page.getByRole('tab', { name: 'Listen' }).click();
      await expect(bar.getByLabel('Forward to')).toHaveValue(receiver.url());
      await forwards.click();
      await expect(forwards).toBeChecked();
      await expect(bar.getByRole('status')).toHaveText('Listening');

      await page.getByRole('button', { name: 'Pause', exact: true }).click();
      await expect(bar.getByRole('status')).toHaveText('Paused');
      await move(2);
      await expect(page.getByText('2 waiting to retry')).toBeVisible();
      expect(receiver.received).toHaveLength(1);
      await page.getByRole('button', { name: 'Resume' }).click();
      await expect(page.getByText('4 events, 3 forwarded')).toBeVisible();
      expect(receiver.received).toHaveLength(3);
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.kill();
    }
  },
);

test(
  'listen: the list shows single events, counts attempts, and holds new events back at the top',
  { tag: '@W10' },
  async ({ console: { page, pageErrors } }) => {
    const receiver = await openWebhookReceiver();
    try {
      const move = await mover(page);
      await new WebhooksPage(page).open('Listen');
      await page.getByLabel('Forward to').fill(receiver.url());
      await page.getByRole('button', { name: 'Listen', exact: true }).click();
      await expect(page.getByText('Listening', { exact: true })).toBeVisible();
      await move(30);
      await expect(page.getByText('30 events, 30 forwarded')).toBeVisible();
      const lines = linesOf(page);
      await expect(lines).toContainText('TimeMigrationChangeResponse');
      await lines.getByRole('button').first().click();
      const detail = page.getByRole('complementary', { name: 'Event' });
      await expect(detail).toContainText('1 of 30');
      await expect(detail.getByRole('button', { name: 'Previous event' })).toHaveAttribute('aria-disabled', 'true');
      const next = detail.getByRole('button', { name: 'Next event' });
      await next.click();
      await expect(detail).toContainText('2 of 30');
      await expect(next).toBeFocused();
      await expect(lines.getByRole('button', { pressed: true })).toHaveCount(1);
      await expect(lines.getByRole('button').nth(1)).toHaveAttribute('aria-pressed', 'true');

      await lines.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
      const freshButton = page.getByRole('button', { name: /^\d+ new$/ });
      await expect(freshButton).toHaveCount(0);
      receiver.answer = { status: 503, body: '' };
      await move(2);
      await expect(page.getByRole('button', { name: '2 new' })).toBeVisible();
      await freshButton.click();
      await expect(freshButton).toHaveCount(0);
      await expect.poll(() => lines.evaluate((list) => list.scrollTop)).toBe(0);

      const refusedButton = lines.getByRole('button').first();
      await expect(refusedButton).toContainText(/503.*next retry:/);
      await refusedButton.click();
      await expect(detail.getByText(/^Attempt [2-6] of 6$/)).toBeVisible();

      // After the scrolled list is cleared, it starts at the top again, without empty space.
      await lines.evaluate((list) => list.scrollTo({ top: list.scrollHeight }));
      await expect.poll(() => lines.evaluate((list) => list.scrollTop)).toBeGreaterThan(0);
      await mustCall(page, 'listener', 'clear', { waiting: true });
      await expect(lines).toHaveCount(0);
      receiver.answer = { status: 204, body: '' };
      await move(1);
      await expect(lines.getByRole('button')).toHaveCount(1);
      await expect(freshButton).toHaveCount(0);
      expect(pageErrors).toEqual([]);
    } finally {
      await receiver.kill();
    }
  },
);

test(
  'listen: events that the service has deleted are reported as missing until the user dismisses the report',
  { tag: '@W10' },
  async ({ console: { page, pageErrors }, fakeService }) => {
    const row = migrationOf(1);
    fakeService.answer('/api/v1/migrations', { body: { results: [row], page: { size: 25, total: 1 } } });
    const event = {
      id: 'evt_after',
      type: 'migration.status_updated',
      timestamp: '2026-11-20T12:00:00.000Z',
      data: row,
      previous_status: 'WORKING',
      sequence: 2,
    };
    fakeService.answer('/webhooks/v1/events', (request, reply) => {
      const after = new URL(request.url ?? '/', 'http://x').searchParams.get('after');
      const send = (status: number, body: unknown) =>
        reply.writeHead(status, { 'Content-Type': 'application/json' }).end(JSON.stringify(body));
      if (after === 'latest') send(200, { results: [], next: 'a' });
      else if (after === 'a') send(410, { type: 'gone', message: 'These events are not kept any more.' });
      else if (after === '') send(200, { results: [event], next: 'b' });
      // Leaves the request open, as a service does while there are no new events.
    });
    await useProfile(page, fakeService.url);
    await new WebhooksPage(page).open('Listen');
    await page.getByRole('button', { name: 'Listen', exact: true }).click();
    await expect(page.getByText('Events are missing.')).toBeVisible();
    await expect(linesOf(page).getByRole('button')).toHaveCount(1);
    const banner = page.locator('.banner').filter({ hasText: 'Events are missing.' });
    await banner.getByRole('button', { name: 'Close' }).click();
    await expect(banner).toHaveCount(0);
    await page.reload();
    await expect(linesOf(page).getByRole('button')).toHaveCount(1);
    await expect(banner).toHaveCount(0);
    expect(pageErrors).toEqual([]);
  },
);
