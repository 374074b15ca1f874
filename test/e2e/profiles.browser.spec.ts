import { mustCall } from '#test/fixtures/console/call-console.ts';
import { expect, test } from '#test/fixtures/console/console-test.ts';
import { useProfile } from '#test/fixtures/console/fake-service-profile.ts';
import { migrationOf } from '#test/fixtures/service/fake-service.ts';
import { goTo } from '#test/page-models/reading-pages.ts';
import { TablePage } from '#test/page-models/table-page.ts';

const path = '/api/v1/migrations';

test.beforeEach(({ fakeService }) => {
  const rows = Array.from({ length: 4 }, (_, index) => migrationOf(index + 1));
  fakeService.answer(path, { body: { results: rows, page: { size: 25, total: 4 } } });
});

test.use({ shared: true });

test(
  'the profile switcher works by keyboard, changes the rows, and always shows the environment',
  { tag: '@C5' },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    const id = await useProfile(page, fakeService.url, 'Brightwater');
    await mustCall(page, 'profiles', 'edit', { id, changes: { environment: 'production' } });
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(4);
    const line = page.locator('.environment-line[data-environment="production"]');
    await expect(line).toHaveCSS('height', '3px');
    await expect(line).toHaveCSS('background-color', 'rgb(166, 21, 95)');
    const profile = page.getByRole('button', { name: 'Profile', exact: true });
    await expect(profile).toHaveAccessibleDescription(/Brightwater *Production/i);
    await profile.focus();
    await page.keyboard.press('Enter');
    const choice = page.getByRole('menuitemradio', { name: /Brightwater/ });
    await expect(choice).toHaveAttribute('aria-checked', 'true');
    // Waits for both profiles and for the focus, because keys pressed earlier are lost.
    await expect(page.getByRole('menuitemradio')).toHaveCount(2);
    await expect(page.locator(':focus')).toHaveRole('menuitemradio');
    await page.keyboard.press('Home');
    await expect(page.getByRole('menuitemradio', { name: /Sandbox/ })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(profile).toHaveAccessibleDescription(/Sandbox/);
    await expect(migrations.rows).toHaveCount(25);
    await expect(line).toHaveCount(0);
  },
);

test(
  'each profile keeps its own view of a list, and the sidebar’s link returns to that view after a switch',
  { tag: '@C5' },
  async ({ console: { page }, fakeService }) => {
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(25);
    await useProfile(page, fakeService.url);
    await expect(migrations.rows).toHaveCount(4);
    const profile = page.getByRole('button', { name: 'Profile', exact: true });
    const switchTo = async (id: string, name: string): Promise<void> => {
      await page.getByRole('navigation').getByRole('link', { name: 'Requests' }).click();
      await expect(page.getByRole('heading', { name: 'Requests' })).toBeVisible();
      await mustCall(page, 'profiles', 'switch', { id });
      await expect(profile).toHaveAccessibleDescription(new RegExp(name));
      await migrations.open();
    };
    await switchTo('sandbox', 'Sandbox');
    await expect(migrations.rows).toHaveCount(25);
    await goTo(page, '/migrations?status=["FAILED"]');
    const chip = page.getByRole('button', { name: 'Status Failed' });
    await expect(chip).toBeVisible();
    const { profiles } = await mustCall<{ profiles: { id: string; name: string }[] }>(page, 'profiles', 'list', {});
    await switchTo(profiles.find(({ name }) => name === 'Brightwater')?.id ?? '', 'Brightwater');
    await expect(migrations.rows).toHaveCount(4);
    await expect(chip).toHaveCount(0);
    await switchTo('sandbox', 'Sandbox');
    await expect(chip).toBeVisible();
    await expect(migrations.rows.first()).toContainText('Failed');
  },
);

test(
  'the profile menu links to a new profile, the active profile, and all profiles',
  { tag: '@C5' },
  async ({ console: open }) => {
    const { page } = open;
    const profile = page.getByRole('button', { name: 'Profile', exact: true });
    for (const [item, heading] of [
      ['Add profile', 'New profile'],
      ['Show profile', 'Sandbox'],
      ['Manage profiles', 'All profiles'],
    ] as const) {
      await profile.click();
      await page.getByRole('menuitem', { name: item }).click();
      await expect(page.getByRole('heading', { name: heading, exact: true })).toBeVisible();
    }
  },
);

test(
  'a 401 shows one banner, stops requests and keeps typed strings, and the old key stays until it is replaced',
  { tag: ['@C42', '@F5'] },
  async ({ console: open, fakeService }) => {
    const { page } = open;
    await useProfile(page, fakeService.url);
    const migrations = new TablePage(page, 'Migrations');
    await expect(migrations.rows).toHaveCount(4);
    fakeService.answer('*', { status: 401, body: { type: 'api_error', message: 'no' } });
    fakeService.answer(path, { status: 401, body: { type: 'api_error', message: 'no' } });
    await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    const banner = page.getByRole('region', { name: 'Key needed' });
    await expect(banner).toContainText('The key ····0000 was rejected.');
    await expect(page.getByText(/was rejected/)).toHaveCount(1);
    await expect(migrations.rows).toHaveCount(4);

    const sentCount = fakeService.requests.length;
    for (let press = 0; press < 5; press += 1) await page.getByRole('button', { name: 'Refresh', exact: true }).click();
    await new TablePage(page, 'Companies').open();
    await page.getByRole('heading', { name: 'Companies', exact: true }).waitFor();
    expect(fakeService.requests.length).toBe(sentCount);

    // Typed text survives a visit to another page and a rejected key.
    const field = banner.getByLabel('New API key');
    fakeService.answer('/healthz', { status: 401, body: { type: 'api_error', message: 'no' } });
    await field.fill('ferry_test_second_000000001');
    await migrations.open();
    await expect(field).toHaveValue('ferry_test_second_000000001');
    await field.press('Enter');
    await expect(field).toHaveAccessibleDescription(/rejected this key/);
    await expect(field).toHaveValue('ferry_test_second_000000001');
    await expect(banner).toContainText('The key ····0000 was rejected.');

    // Every path accepts the new key: a 401 from any path would reject the key again.
    fakeService.answer('/healthz', { body: { status: 'ok' } });
    fakeService.answer('*', { body: { results: [], page: { size: 25, total: 0 } } });
    const rows = Array.from({ length: 2 }, (_, index) => migrationOf(index + 1));
    fakeService.answer(path, { body: { results: rows, page: { size: 25, total: 2 } } });
    await banner.getByRole('button', { name: 'Check and replace' }).click();
    const keep = banner.getByRole('button', { name: 'Keep for this session' });
    await keep.click();
    await expect(banner).toHaveCount(0);
    await expect(migrations.rows).toHaveCount(2);
  },
);
