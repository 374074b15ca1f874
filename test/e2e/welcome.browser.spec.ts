import { pageHolds, profileNames } from '#test/fixtures/console/connect-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';

const key = 'ferry_live_welcome_canary_4f2a';

test.beforeEach(({ fakeService }) => {
  const rows = Array.from({ length: 3 }, (_, index) => migrationOf(index + 1));
  fakeService.answer('/api/v1/migrations', { body: { results: rows, page: { size: 25, total: 3 } } });
});

test.use({ shared: true });

test(
  'the first-start banner opens Welcome, and one button returns to the rows',
  { tag: '@C18' },
  async ({ console: open }) => {
    const migrations = new TablePage(open.page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    const welcome = new WelcomePage(open.page);
    await welcome.open();
    // Welcome opens with the connection form; the link to the Sandbox is one press away.
    await expect(open.page.getByRole('textbox', { name: 'Base URL' })).toBeFocused();
    await expect(welcome.connect).toHaveAttribute('aria-disabled', 'true');
    await welcome.openSandbox.press('Enter');
    await expect(migrations.rows).toHaveCount(25);
    await open.page.getByRole('button', { name: 'Close this note' }).click();
    await expect(open.page.getByText('You are looking at the built-in Sandbox.')).toHaveCount(0);
    await open.page.reload();
    await expect(migrations.rows).toHaveCount(25);
    await expect(open.page.getByText('You are looking at the built-in Sandbox.')).toHaveCount(0);
    const links = open.page.getByRole('navigation', { name: 'Console pages' });
    const hints = {
      Migrations: 'Open a failed migration.',
      'Modal lab': 'Migrate as an end user.',
      Sandbox: 'Cause a',
    };
    for (const [name, hint] of Object.entries(hints)) {
      await links.getByRole('link', { name }).click();
      await expect(open.page.getByText(hint)).toBeVisible();
      await open.page.getByRole('button', { name: 'Close this hint' }).click();
      await expect(open.page.getByText(hint)).toHaveCount(0);
    }
    await open.page.reload();
    await expect(open.page.getByRole('heading', { name: 'Sandbox', level: 1 })).toBeVisible();
    await expect(open.page.getByRole('button', { name: 'Close this hint' })).toHaveCount(0);
    expect(open.pageErrors).toEqual([]);
  },
);

test(
  'one form connects an organization, with a live check, an unmistakable production color and no key in the page',
  { tag: ['@C3', '@C5', '@T5'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const welcome = new WelcomePage(page);
    await welcome.open();
    await welcome.baseAddress.fill(fakeService.url);
    await expect(welcome.profileName).toHaveAttribute('placeholder', new URL(fakeService.url).host);
    await welcome.profileName.fill('Brightwater');
    await welcome.key.fill('abc');
    await expect(page.getByText('Keys that start with')).toBeVisible();
    await welcome.key.fill('abc-4567');
    await expect(page.getByText('treats this key as a production key')).toBeVisible();
    await welcome.key.fill(`  ${key}\n`);
    await expect(page.getByText('This is a production key.')).toBeVisible();
    await welcome.connect.press('Enter');
    // The service accepted the key; without a keychain, nothing is stored without an explicit choice.
    await expect(welcome.keepForSession).toBeVisible();
    await expect(welcome.key).not.toHaveValue('');
    expect(await profileNames(page)).toEqual(['Sandbox']);
    await welcome.keepForSession.click();
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(3);
    const profile = page.getByRole('button', { name: 'Profile', exact: true });
    await expect(profile).toHaveAccessibleDescription(/Brightwater *Production/i);
    expect(await pageHolds(page, key)).toBe(false);
    expect(fakeService.requests[0]).toBe('GET /healthz');
  },
);

test(
  'a rejected key shows an error at the field, keeps the typed values, and creates no profile',
  { tag: ['@C5', '@F25'] },
  async ({ console: open, fakeService }) => {
    fakeService.answer('/healthz', { status: 401, body: { type: 'api_error', message: 'no' } });
    const welcome = new WelcomePage(open.page);
    await welcome.open();
    await welcome.baseAddress.fill(fakeService.url);
    await welcome.key.fill('ferry_test_wrong_00000000');
    await open.page.keyboard.press('Enter');
    await expect(open.page.getByText(/The service rejected this key/).last()).toBeVisible();
    await expect(welcome.key).toHaveValue('ferry_test_wrong_00000000');
    await expect(welcome.key).toHaveAccessibleDescription(/rejected this key/);
    expect(await profileNames(open.page)).toEqual(['Sandbox']);
  },
);

test(
  'an unreachable base URL and a base URL without https show an error at the field',
  { tag: ['@C5', '@F25'] },
  async ({ console: open }) => {
    const welcome = new WelcomePage(open.page);
    await welcome.open();
    await welcome.key.fill('ferry_test_some_00000000');
    await welcome.baseAddress.fill('http://ferry.example');
    await welcome.connect.click();
    await expect(welcome.baseAddress).toHaveAccessibleDescription(/http:\/\/ is allowed only on loopback addresses/);
    await welcome.baseAddress.fill('http://127.0.0.1:9');
    await welcome.connect.click();
    await expect(welcome.baseAddress).toHaveAccessibleDescription(/No connection to the service/);
    // The message makes the card taller.
    const edge = (selector: string, side: 'top' | 'bottom') =>
      open.page.locator(selector).evaluate((part, name) => part.getBoundingClientRect()[name], side);
    for (const [width, height] of [
      [1440, 900],
      [1280, 800],
    ] as const) {
      await open.page.setViewportSize({ width, height });
      expect(await edge('.welcome-links', 'bottom')).toBeLessThanOrEqual(await edge('.scene-ferry', 'top'));
    }
    expect(await profileNames(open.page)).toEqual(['Sandbox']);
  },
);
