import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { startFakeService } from '#test/fixtures/service/fake-service.ts';

test.use({ shared: true });

const link = '/api/v1/link-token';

test(
  'a link token is shown once, hidden until revealed, with a countdown, and stored without its value',
  { tag: '@C16' },
  async ({ console: open }) => {
    const { page } = open;
    const outcomes = page.getByRole('region', { name: /^History/ }).locator('.token-what');
    const service = await startFakeService();
    try {
      await useProfile(page, service.url);
      service.answer(link, { body: { link_token: 'lt-the-value-of-the-token' } });
      await page.getByRole('link', { name: 'Link tokens' }).click();
      await expect(page.getByRole('tab', { name: 'Create' })).toHaveAttribute('aria-selected', 'true');
      await page.getByRole('button', { name: 'Create a link token' }).press('Enter');
      const mintedRegion = page.getByRole('region', { name: 'Link token', exact: true });
      await expect(mintedRegion).toContainText(/Link token: \d\d s left/);
      await expect(mintedRegion).not.toContainText('lt-the-value');
      await mintedRegion.getByRole('button', { name: 'Reveal the token' }).press('Enter');
      await expect(mintedRegion).toContainText('lt-the-value-of-the-token');
      await mintedRegion.getByRole('button', { name: 'Hide the token' }).click();
      await expect(mintedRegion).not.toContainText('lt-the-value');
      await expect(outcomes).toHaveText(['Created']);
      expect(service.requests.filter((line) => line === `POST ${link}`)).toHaveLength(1);

      // The token is not shown again after the user leaves the page and returns.
      await page.getByRole('link', { name: 'Requests' }).click();
      await page.getByRole('link', { name: 'Link tokens' }).click();
      await expect(outcomes).toHaveText(['Created']);
      await expect(mintedRegion).toHaveCount(0);

      for (const [language, word] of [
        ['Node', 'express'],
        ['Python', 'flask'],
        ['C#', 'WebApplication'],
      ] as const) {
        await page.getByText(language, { exact: true }).click();
        const code = page.getByLabel('Endpoint code');
        await expect(code).toContainText(word);
        await expect(code).toContainText(`"${service.url}${link}"`);
      }
    } finally {
      await service.close();
    }
  },
);

test(
  'a link token whose response was lost is reported and not requested again, and production asks first',
  { tag: ['@C12', '@F2'] },
  async ({ console: open }) => {
    const { page } = open;
    const outcomes = page.getByRole('region', { name: /^History/ }).locator('.token-what');
    const service = await startFakeService();
    try {
      const id = await useProfile(page, service.url);
      service.answer(link, (request) => request.socket.destroy());
      await page.getByRole('link', { name: 'Link tokens' }).click();
      await page.getByRole('button', { name: 'Create a link token' }).click();
      const warning = page.getByRole('status').filter({ hasText: 'A link token may have been created.' });
      await expect(warning).toContainText('If so, it expires within 60 s.');
      await expect(warning).not.toContainText('Create another token.');
      await page.screenshot({ path: test.info().outputPath('lost reply.png') });
      await expect(outcomes).toHaveText(['No response']);
      const posts = () => service.requests.filter((line) => line === `POST ${link}`).length;
      expect(posts()).toBe(1);
      service.answer(link, { body: { link_token: 'lt-2' } });
      await page.getByRole('button', { name: 'Create another token' }).click();
      await expect(page.getByText('Shown only once')).toBeVisible();
      expect(posts()).toBe(2);

      await mustCall(page, 'profiles', 'edit', { id, changes: { environment: 'production' } });
      await page.getByRole('button', { name: 'Create a link token' }).click();
      const dialog = page.getByRole('alertdialog');
      await expect(dialog).toContainText('Create a link token in production?');
      await expect(dialog).toContainText('This creates a real link token for Brightwater.');
      expect(posts()).toBe(2);
      await dialog.getByRole('button', { name: 'Cancel' }).click();
      await expect(dialog).toHaveCount(0);
      await page.getByRole('link', { name: 'Modal lab' }).click();
      await page.getByText('Listening for events').waitFor();
      await page.getByRole('button', { name: 'New token and open' }).click();
      await expect(dialog).toContainText('Open a modal in production?');
      await dialog.getByRole('button', { name: 'Open modal' }).click();
      await expect.poll(posts).toBe(3);
    } finally {
      await service.close();
    }
  },
);

test(
  'a service with hosted links offers a link for one end user',
  { tag: ['@C16', '@S27'] },
  async ({ console: open }) => {
    const { page } = open;
    const service = await startFakeService();
    try {
      await useProfile(page, service.url);
      await page.getByRole('link', { name: 'Link tokens' }).click();
      await expect(page.getByRole('button', { name: 'Create a link token' })).toBeVisible();
      await expect(page.getByText('A hosted link for one end user')).toHaveCount(0);
    } finally {
      await service.close();
    }
    const other = await startFakeService();
    try {
      other.answer('/.well-known/ferry', { body: { version: '1', hosted_links: true } });
      const otherId = await useProfile(page, other.url, 'Aurora');
      const card = page.getByRole('region', { name: 'A hosted link for one end user' });
      await expect(card).toBeVisible();
      // The Sandbox announces hosted links.
      await mustCall(page, 'profiles', 'switch', { id: 'sandbox' });
      const create = card.getByRole('button', { name: 'Copy hosted link' });
      await expect(create).toHaveAttribute('aria-disabled', 'true');
      await card.getByLabel('User ID').fill('ada');
      await create.press('Enter');
      await expect(card.getByRole('alert')).toContainText('user_id must be a UUID or an email address.');
      await card.getByLabel('User ID').fill('ada@aurora.example');
      await expect(card.getByRole('status')).toBeAttached();
      await create.press('Enter');
      await expect(card.getByRole('status')).toContainText('Send the link to ada@aurora.example, who must sign in.');
      await expect(card.getByRole('button', { name: 'Copy link' })).toBeVisible();
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        await page.screenshot({ path: test.info().outputPath(`hosted link ${colorScheme}.png`) });
      }
      await mustCall(page, 'profiles', 'switch', { id: otherId });
      await expect(page.getByText('ada@aurora.example')).toHaveCount(0);
      await expect(card.getByLabel('User ID')).toHaveValue('ada@aurora.example');
    } finally {
      await other.close();
    }
  },
);
