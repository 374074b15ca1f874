import { mustCall } from '#test/fixtures/console/call-console.ts';
import { findings } from '#test/fixtures/page/axe.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { checkWebhook, signedWebhook, WebhooksPage } from '#test/page-models/webhooks-page.ts';

test.use({ shared: true });

test(
  'an open migration offers no deliveries if the service reports no webhooks',
  { tag: '@W13' },
  async ({ console: { page, pageErrors }, fakeService }) => {
    const row = migrationOf(1);
    fakeService.answer('/api/v1/migrations', { body: { results: [row], page: { size: 25, total: 1 } } });
    fakeService.answer(`/api/v1/migrations/${row.id}`, { body: row });
    fakeService.answer('/webhooks/v1/endpoints', {
      status: 404,
      body: { type: 'api_error', message: 'No such path.' },
    });
    await useProfile(page, fakeService.url);
    const migrations = new TablePage(page, 'Migrations');
    const deliveries = page.getByRole('menuitem', { name: 'Show webhook deliveries' });
    const openMenu = async (): Promise<void> => {
      await migrations.open();
      await migrations.rows.first().press('Enter');
      await page.getByRole('button', { name: 'More for this migration' }).click();
    };
    await expect(migrations.rows).toHaveCount(1);
    await openMenu();
    await expect(deliveries).not.toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Escape');
    await new WebhooksPage(page).open('Endpoints');
    await expect(page.getByRole('heading', { name: "This service doesn't support webhooks" })).toBeVisible();
    await openMenu();
    await expect(deliveries).toHaveAttribute('aria-disabled', 'true');
    await expect(deliveries).toContainText('not supported by the service');
    expect(pageErrors).toEqual([]);
  },
);

test(
  'webhooks: a signature is checked, each cause is named, and a receiver’s code is copied',
  { tag: '@W10' },
  async ({ console: open, fakeService }) => {
    const { page, pageErrors } = open;
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    const webhooks = new WebhooksPage(page);
    await webhooks.open('Check a signature');
    const message = signedWebhook();
    await checkWebhook(page, message, (body) => JSON.stringify(JSON.parse(body), null, 2));
    await expect(webhooks.verdict).toHaveText('Wrong: the body was serialized again');
    await expect(webhooks.answer).toContainText('First difference in the bytes');
    await expect(webhooks.answer).toContainText('express.raw');
    expect(await findings(page)).toEqual([]);
    // In a narrow window, the result is below the form: the page scrolls to the result, whose header stays visible.
    await page.setViewportSize({ width: 900, height: 600 });
    await page.getByRole('button', { name: 'Clear' }).click();
    await checkWebhook(page, message, (body) => JSON.stringify(JSON.parse(body), null, 2));
    await expect(webhooks.verdict).toHaveText('Wrong: the body was serialized again');
    await expect(webhooks.verdict).toBeInViewport();
    await expect(page.getByRole('heading', { name: 'Webhooks', exact: true })).toBeInViewport({ ratio: 1 });
    await page.setViewportSize({ width: 1280, height: 800 });
    // After the first check, the result updates with each change.
    await webhooks.field('Body').fill(message.body);
    await expect(webhooks.verdict).toHaveText(/^Valid: signed .* ago with this secret$/);
    expect(await findings(page)).toEqual([]);
    await webhooks.field('Headers').fill(message.headers.replace('v1,', ''));
    await expect(webhooks.verdict).toHaveText('Wrong: "v1," is missing before the signature');
    await webhooks.field('Headers').fill(message.headers);
    await webhooks.field('Other secret (optional)').fill(message.secret);
    await webhooks.field('Secret').fill(signedWebhook().secret);
    await expect(webhooks.verdict).toHaveText('Wrong: signed with the other secret');
    await webhooks.field('Received at').fill('never');
    await expect(page.getByText('Invalid time.')).toBeVisible();
    await page.getByRole('button', { name: 'Clear' }).click();
    await expect(webhooks.verdict).toHaveText('Why was a webhook refused?');
    await expect(webhooks.field('Secret')).toHaveValue('');

    // The pasted text contains one organization's secret, so the next organization's page starts empty.
    const { profile: before } = await mustCall<{ profile: { id: string } }>(page, 'console', 'state', {});
    await checkWebhook(page, message);
    await expect(webhooks.verdict).toHaveText(/^Valid: signed/);
    await useProfile(page, fakeService.url);
    await expect(webhooks.verdict).toHaveText('Why was a webhook refused?');
    for (const name of ['Headers', 'Body', 'Secret']) await expect(webhooks.field(name)).toHaveValue('');
    await mustCall(page, 'profiles', 'switch', { id: before.id });
    await expect(webhooks.field('Secret')).toHaveValue('');

    await page.getByRole('tab', { name: 'Code' }).click();
    await page.getByText('Python', { exact: true }).click();
    await expect(page.getByRole('group', { name: 'receiver.py' })).toContainText('hmac.compare_digest');
    await page.getByRole('button', { name: 'Copy', exact: true }).click();
    await expect(page.getByText('Copied receiver.py')).toBeVisible();
    expect(await findings(page)).toEqual([]);

    await page.getByRole('navigation').getByRole('link', { name: 'Overview' }).click();
    await expect(page.getByRole('heading', { name: 'Overview', level: 1 })).toBeVisible();
    // The second key must follow within 1.5 s, so a slow attempt is repeated.
    await expect(async () => {
      await page.keyboard.press('g');
      await page.keyboard.press('w');
      await expect(page.getByRole('heading', { name: 'Webhooks', level: 1 })).toBeVisible({ timeout: 3_000 });
    }).toPass();
    await expect(page.getByRole('main')).toBeFocused();
    expect(pageErrors).toEqual([]);
  },
);
