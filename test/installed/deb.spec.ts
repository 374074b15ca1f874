import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, type Page, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
import { mustCall } from '#test/fixtures/call-console.ts';
import { migrationOf, startStandIn, type StandInService } from '#test/fixtures/stand-in-service.ts';
import { SettingsPage } from '#test/page-models/settings-page.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';
import { builtPackages, olderVersion } from './built-packages.ts';
import { openDisplay } from './display.ts';
import { makePlainUser, type PlainUser, startAs } from './plain-user.ts';

test.describe.configure({ mode: 'serial' });

const command = `/usr/bin/${product.id}`;
const key = 'ferry_test_installed_key_7777';
const migration = migrationOf(1, { status: 'WORKING' });
let user: PlainUser;
let service: StandInService;
let display: Awaited<ReturnType<typeof openDisplay>>;

const dpkg = (...args: string[]) => {
  // The view has what this computer has; whether the list of needs is right is seen on a bare system.
  const { status, stdout, stderr } = spawnSync('dpkg', args, { encoding: 'utf8', timeout: 60_000 });
  return { code: status, said: `${stdout}${stderr}` };
};

/** How many statuses of the migration the console has seen. */
const seenChanges = async (page: Page): Promise<number> =>
  (await mustCall<{ changes: unknown[] }>(page, 'timeline', 'get', { id: migration.id })).changes.length;

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser(display.name);
  service = await startStandIn();
  service.answer('/api/v1/migrations', { body: { results: [migration], page: { size: 25, total: 1 } } });
});
test.afterAll(async () => {
  await service.close();
  display.close();
});

test('C19 C18 deb: installs, and an ordinary user without a network sees the Sandbox, with the sandbox on', async () => {
  expect(dpkg('--install', '--force-depends', builtPackages.olderDeb)).toMatchObject({ code: 0 });
  const helper = statSync(`${product.linuxFolder}/chrome-sandbox`);
  expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755]);
  expect(() => execFileSync('ip', ['route', 'get', '192.0.2.1'], { stdio: 'pipe' })).toThrow(/unreachable/);
  const { app, page } = await startAs(user, command);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  expect(await app.evaluate(({ app: electron }) => [electron.getVersion(), electron.isPackaged])).toEqual([
    `${olderVersion}-test`,
    true,
  ]);
  const { items } = await mustCall<{ items: { name: string; state: string; found: string }[] }>(
    page,
    'selfCheck',
    'read',
    {},
  );
  const item = (name: string) => items.find((one) => one.name === name);
  expect(item('Sandbox of the processes')).toMatchObject({ state: 'good', found: 'on' });
  for (const fuse of ['RunAsNode', 'EnableNodeOptionsEnvironmentVariable']) expect(item(fuse)?.found).toBe('off');
  for (const fuse of ['EnableCookieEncryption', 'OnlyLoadAppFromAsar']) expect(item(fuse)?.found).toBe('on');
  await page.screenshot({ path: 'test-results/installed/deb.png' });
  await app.close();
});

test('C1 C2 deb: a key is kept in the real keyring, and in no file of the user', async () => {
  const { app, page } = await startAs(user, command);
  await new TablePage(page, 'Migrations').rows.first().waitFor();
  const welcome = new WelcomePage(page);
  await welcome.open();
  await welcome.baseAddress.fill(service.url);
  await welcome.key.fill(key);
  await welcome.connect.click();
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  await mustCall(page, 'settings', 'change', { theme: 'dark' });
  service.answer('/api/v1/migrations', {
    body: { results: [{ ...migration, status: 'COMPLETE' }], page: { size: 25, total: 1 } },
  });
  await page.keyboard.press('F5');
  const table = new TablePage(page, 'Migrations').table;
  await expect(table).toContainText('Complete');
  await expect.poll(() => seenChanges(page)).toBe(2);
  await app.close();
  const folder = path.join(user.home, '.config', product.name);
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  for (const file of files) expect(readFileSync(path.join(file.parentPath, file.name)).includes(key)).toBe(false);
});

test('C19 [fault] deb: a half-written package and a full disk leave the installed version as it was', async () => {
  const half = '/tmp/half.deb';
  execFileSync('sh', ['-c', `head -c 60000000 '${builtPackages.deb}' > ${half}`]);
  expect(dpkg('--install', '--force-depends', half).code).not.toBe(0);
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', '/mnt']);
  execFileSync('cp', ['-a', `${product.linuxFolder}/.`, '/mnt']);
  execFileSync('mount', ['--bind', '/mnt', product.linuxFolder]);
  const full = dpkg('--install', '--force-depends', builtPackages.deb);
  expect(full.code).not.toBe(0);
  expect(full.said).toMatch(/No space left on device/);
  execFileSync('umount', [product.linuxFolder]);
  expect(execFileSync('dpkg-query', ['-W', '-f', '${Version}', product.id], { encoding: 'utf8' })).toBe(
    `${olderVersion}~test`,
  );
  const { app, page } = await startAs(user, command);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  await app.close();
});

test('C19 C20 deb: an upgrade keeps settings, key and timelines', async () => {
  expect(dpkg('--install', '--force-depends', builtPackages.deb)).toMatchObject({ code: 0 });
  const { app, page } = await startAs(user, command);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
  expect(await app.evaluate(({ app: electron }) => electron.getVersion())).toBe(`${product.version}-test`);
  const { activeId } = await mustCall<{ activeId: string }>(page, 'profiles', 'list', {});
  const state = await mustCall<object>(page, 'apiKey', 'state', { profileId: activeId });
  expect(state).toMatchObject({ keychain: { state: 'ok' }, key: { storage: 'keychain', lastFour: '7777' } });
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  expect(await seenChanges(page)).toBe(2);
  const settings = new SettingsPage(page);
  await settings.open();
  await expect(settings.keyCard).toContainText('ends ····7777');
  await app.close();
});

test('C41 deb: the configuration file of the computer is in force', async () => {
  execFileSync('mkdir', ['-p', '/etc/ferry-console']);
  execFileSync('cp', [`/usr/share/doc/${product.id}/managed.example.json`, '/etc/ferry-console/managed.json']);
  const { app, page } = await startAs(user, command);
  await page.getByRole('navigation').getByRole('link').first().waitFor();
  const { profiles } = await mustCall<{ profiles: { name: string; managed?: boolean }[] }>(
    page,
    'profiles',
    'list',
    {},
  );
  expect(profiles.map(({ name }) => name)).toContain('Our organization');
  await app.close();
  execFileSync('rm', ['-r', '/etc/ferry-console']);
});

test('C23 [fault] deb: a second start beside the first ends with a sentence', async () => {
  const { app, page } = await startAs(user, command);
  await new TablePage(page, 'Migrations').rows.first().waitFor();
  const second = user.run([command]);
  expect(second.code).toBe(0);
  expect(second.said).toContain('already open');
  await app.close();
});

test('C19 deb: removing leaves the user’s own data and nothing else', async () => {
  const before = changedFiles();
  expect(dpkg('--purge', product.id)).toMatchObject({ code: 0 });
  expect(existsSync(product.linuxFolder)).toBe(false);
  const left = changedFiles();
  console.log(`Left by the deb, before ${before.length} files, now:\n${left.join('\n')}`);
  expect(left.filter((file) => !file.startsWith(`${user.home}/`))).toEqual([]);
});

/** Files that this view has and the computer has not, but for what the package manager and these tests keep. */
function changedFiles(): string[] {
  const notOurs =
    /^\/(changes|tmp|run|var\/(rpm-root|lib\/dpkg|log|cache)|etc\/(passwd|ld\.so\.cache)|usr\/share\/(icons\/hicolor\/icon-theme\.cache|applications\/mimeinfo\.cache))|\/(test-results|\.session|node_modules|\.cache\/(mesa|fontconfig|dconf))|^\/root\//;
  const said = execFileSync('find', ['/changes', '-type', 'f', '-printf', '/%P\n'], { encoding: 'utf8' });
  return said.split('\n').filter((file) => file !== '' && !notOurs.test(file));
}
