import { findingsHere } from '#test/fixtures/page/axe.ts';
import { expect, test } from './sdk-test.ts';

const id = '4ab8d1c0-f97e-4352-8a11-0c2d9e5f7b60';
const view = 'migrations?status=FAILED&profile=Brightwater&environment=sandbox';

test(
  'a shared link opens the console, and shows what to install, in both themes and on a phone',
  { tag: ['@C38', '@X35', '@T103'] },
  async ({ page, service }) => {
    const problems: string[] = [];
    const requests: string[] = [];
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => message.type() === 'error' && problems.push(message.text()));
    page.on('request', (request) => requests.push(request.url()));
    await page.emulateMedia({ colorScheme: 'light' });
    const reply = await page.goto(`${service.url}/open#migrations/${id}`);
    expect(reply?.headers()['content-security-policy']).toMatch(
      /^default-src 'none'; script-src 'self'; require-trusted-types-for 'script'; style-src 'sha256-[^']+'; /,
    );
    const open = page.getByRole('link', { name: 'Open Ferry Console' });
    await expect(open).toHaveAttribute('href', `ferry://migrations/${id}`);
    await expect.poll(() => requests).toContain(`ferry://migrations/${id}`);
    await expect(page.getByText(`Migration ${id}`)).toBeVisible();
    await expect(page.getByText('Nothing happened? Install Ferry Console on this device')).toBeVisible();
    expect(await findingsHere(page)).toEqual([]);
    await page.emulateMedia({ colorScheme: 'dark' });
    await page.setViewportSize({ width: 320, height: 640 });
    expect(await findingsHere(page)).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0);
    await page.evaluate((hash) => (location.hash = hash), view);
    await expect(open).toHaveAttribute('href', `ferry://${view}`);
    await expect(page.getByText('A list of migrations')).toBeVisible();
    // The service gets neither the link nor its ID.
    const sent = requests.filter((url) => url.startsWith('http')).map((url) => url.replace(/#.*/, ''));
    expect(sent).toContain(`${service.url}/open.js`);
    expect(sent.join(' ')).not.toMatch(/migrations|4ab8|FAILED/);
    expect(problems.filter((problem) => !problem.includes('ferry:'))).toEqual([]);
  },
);

test(
  'a hostile fragment opens nothing and shows an error',
  { tag: ['@C38', '@T13', '@T103'] },
  async ({ page, service }) => {
    const navigations: string[] = [];
    page.on(
      'request',
      (request) => request.isNavigationRequest() && navigations.push(request.url().split('#')[0] ?? ''),
    );
    page.on('dialog', (dialog) => void dialog.dismiss().then(() => navigations.push('dialog')));
    for (const fragment of [
      '',
      'javascript:alert(1)',
      'https://evil.example/',
      '//evil.example/migrations',
      'migrations@evil.example/',
      `migrations/${id}?confirm=true`,
      `migrations/${id}/../../settings`,
      `migrations?${view.split('?')[1]}&text=%00`,
      'settings',
      '"><img src=x onerror=alert(1)>',
    ]) {
      navigations.length = 0;
      await page.goto('about:blank');
      await page.goto(`${service.url}/open#${fragment}`);
      await expect(page.getByRole('alert'), fragment).toContainText(/\.$/);
      await expect(page.getByRole('link')).toHaveCount(0);
      expect(navigations, fragment).toEqual([`${service.url}/open`]);
    }
  },
);
