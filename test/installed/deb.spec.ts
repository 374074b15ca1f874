import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
import { mustCall } from '#test/fixtures/console/call-console.ts';
import { createAuthority } from '#test/fixtures/network/certificates.ts';
import { giveClientCertificate, startClientCertificateServer } from '#test/fixtures/network/client-certificates.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { builtPackages, olderVersion } from './built-packages.ts';
import {
  filesWithTheKey,
  finishModalFlow,
  makeTestTraces,
  type Organization,
  seeTheSandbox,
  seeTheTraces,
  startOrganization,
} from './console-story.ts';
import { openDisplay } from './display.ts';
import { filesLeft } from './files-left.ts';
import { makePlainUser, type PlainUser, startAs } from './plain-user.ts';

test.describe.configure({ mode: 'serial' });

const command = `/usr/bin/${product.id}`;
let user: PlainUser;
let organization: Organization;
let display: Awaited<ReturnType<typeof openDisplay>>;

const dpkg = (...args: string[]) => {
  // The test view has this machine's libraries; whether the dependency list is complete shows only on a bare system.
  const { status, stdout, stderr } = spawnSync('dpkg', args, { encoding: 'utf8', timeout: 60_000 });
  return { code: status, output: `${stdout}${stderr}` };
};

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser('deb', display.name);
  organization = await startOrganization();
});
test.afterAll(async () => {
  await organization.close();
  display.close();
});

test(
  'deb: after installation, a non-root user without a network sees the Sandbox, with Chromium’s sandbox on',
  { tag: ['@C19', '@C18'] },
  async () => {
    expect(dpkg('--install', '--force-depends', builtPackages.olderDeb)).toMatchObject({ code: 0 });
    const helper = statSync(`${product.linuxFolder}/chrome-sandbox`);
    expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755]);
    expect(() => execFileSync('ip', ['route', 'get', '192.0.2.1'], { stdio: 'pipe' })).toThrow(/unreachable/);
    const { app, page } = await startAs(user, command);
    await seeTheSandbox(page);
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
    expect(item('Process sandbox')).toMatchObject({ state: 'good', found: 'On' });
    expect(item('Switches')).toMatchObject({ state: 'good', found: 'Only the switches that Ferry sets' });
    for (const fuse of ['RunAsNode', 'EnableNodeOptionsEnvironmentVariable']) expect(item(fuse)?.found).toBe('Off');
    for (const fuse of ['EnableCookieEncryption', 'OnlyLoadAppFromAsar']) expect(item(fuse)?.found).toBe('On');
    await page.screenshot({ path: 'test-results/installed/deb.png' });
    await app.close();
  },
);

test('deb: an unlisted switch stops the start with one sentence, and no window opens', { tag: '@T29' }, () => {
  const settingsFolder = path.join(user.home, '.config', product.name);
  const before = existsSync(settingsFolder) ? readdirSync(settingsFolder) : [];
  for (const switches of [
    ['--ignore-certificate-errors'],
    ['--remote-debugging-port=9333'],
    ['--no-sandbox'],
    ['-disable-web-security'],
    ['ferry://x', '--log-net-log=/tmp/net-log.json'],
  ]) {
    const { code, output } = user.run([command, ...switches]);
    expect(output).toContain(
      `Ferry Console doesn't start with ${(switches.at(-1) ?? '').split('=')[0]}. Only these switches are allowed`,
    );
    expect(output).not.toContain('DevTools listening');
    expect(code).toBe(2);
  }
  expect(existsSync('/tmp/net-log.json')).toBe(false);
  expect(existsSync(settingsFolder) ? readdirSync(settingsFolder) : []).toEqual(before);
  const { code, output } = user.run(['env', 'ELECTRON_DISABLE_SANDBOX=1', command]);
  expect(output).toContain('ELECTRON_DISABLE_SANDBOX is set');
  expect(code).toBe(2);
});

test(
  'deb: an unknown console URL shows the console, and an emptied page recovers',
  { tag: ['@F21', '@F22'] },
  async () => {
    const { app, page } = await startAs(user, command);
    await seeTheSandbox(page);
    // Asks main, not Playwright, which would wait for a navigation that was refused.
    const links = () =>
      app.evaluate(({ webContents }) =>
        webContents
          .getAllWebContents()[0]
          ?.executeJavaScript(`document.querySelectorAll('.shell:not([data-first-look]) nav a').length`),
      );
    for (const address of ['/nope', '/assets/nope.js', '/%E0%A4%A']) {
      await page.evaluate((to) => location.assign(to), address);
      await page.waitForTimeout(100);
      expect(await links(), address).toBeGreaterThan(3);
    }
    await app.evaluate(({ webContents }) =>
      webContents.getAllWebContents()[0]?.executeJavaScript('document.open(); 0'),
    );
    expect(await links()).toBe(0);
    await expect.poll(links).toBeGreaterThan(3);
    await app.close();
  },
);

test('deb: no page gets the user’s client certificate without a prompt', { tag: '@T31' }, async () => {
  const authority = createAuthority();
  giveClientCertificate(user.home, authority);
  const certificates = path.join(user.home, '.pki');
  execFileSync('chown', ['-R', `${user.id}:${user.id}`, certificates]);
  const server = await startClientCertificateServer(authority);
  const { app, page } = await startAs(user, command);
  await seeTheSandbox(page);
  const outcome = await app.evaluate(
    ({ BrowserWindow }, url) =>
      new BrowserWindow({ show: false, webPreferences: { partition: 'guest' } })
        .loadURL(url)
        .then(() => 'loaded', String),
    server.url,
  );
  await app.close();
  server.close();
  rmSync(certificates, { recursive: true });
  authority.remove();
  expect([outcome, ...server.requests]).toEqual(['loaded', '/ none']);
});

test('deb: without a network, a practice user finishes the modal lab', { tag: ['@C16', '@C17', '@C18'] }, async () => {
  const { app, page } = await startAs(user, command);
  await seeTheSandbox(page);
  await finishModalFlow({ page, electron: app });
  await page.screenshot({ path: 'test-results/installed/deb-modal-lab.png' });
  await app.close();
});

test('deb: a key is stored in the real keyring, and in no file of the user', { tag: ['@C1', '@C2'] }, async () => {
  const { app, page } = await startAs(user, command);
  await seeTheSandbox(page);
  await makeTestTraces(page, organization);
  await app.close();
  expect(filesWithTheKey(user.home)).toEqual([]);
});

test(
  'deb: a truncated package and a full disk leave the installed version unchanged',
  { tag: ['@C19', '@F29'] },
  async () => {
    const halfPackage = '/tmp/half.deb';
    execFileSync('sh', ['-c', `head -c 60000000 '${builtPackages.deb}' > ${halfPackage}`]);
    expect(dpkg('--install', '--force-depends', halfPackage).code).not.toBe(0);
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=420m', 'tmpfs', '/mnt']);
    execFileSync('cp', ['-a', `${product.linuxFolder}/.`, '/mnt']);
    execFileSync('mount', ['--bind', '/mnt', product.linuxFolder]);
    const fullInstall = dpkg('--install', '--force-depends', builtPackages.deb);
    expect(fullInstall.code).not.toBe(0);
    expect(fullInstall.output).toMatch(/No space left on device/);
    execFileSync('umount', [product.linuxFolder]);
    execFileSync('umount', ['/mnt']);
    expect(execFileSync('dpkg-query', ['-W', '-f', '${Version}', product.id], { encoding: 'utf8' })).toBe(
      `${olderVersion}~test`,
    );
    const { app, page } = await startAs(user, command);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
    await app.close();
  },
);

test('deb: an upgrade keeps settings, key and timelines', { tag: ['@C19', '@C20'] }, async () => {
  expect(dpkg('--install', '--force-depends', builtPackages.deb)).toMatchObject({ code: 0 });
  const { app, page } = await startAs(user, command);
  expect(await app.evaluate(({ app: electron }) => electron.getVersion())).toBe(`${product.version}-test`);
  await seeTheTraces(page);
  await app.close();
});

test('deb: the machine-wide configuration file applies', { tag: '@C41' }, async () => {
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
  execFileSync('rm', ['/etc/ferry-console/managed.json']);
});

test('deb: a second start during the first exits with one sentence', { tag: ['@C23', '@F10'] }, async () => {
  const { app, page } = await startAs(user, command);
  await new TablePage(page, 'Migrations').rows.first().waitFor();
  const second = user.run([command]);
  expect(second.code).toBe(0);
  expect(second.output).toContain('already open');
  await app.close();
});

test('deb: removing the package leaves only the user’s own data', { tag: '@C19' }, async () => {
  expect(dpkg('--purge', product.id)).toMatchObject({ code: 0 });
  expect(existsSync(product.linuxFolder)).toBe(false);
  const left = filesLeft();
  const own = left.filter((file) => file.startsWith(`${user.home}/`));
  console.log(`Left by the deb:\n${own.join('\n')}`);
  expect(left.filter((file) => !file.startsWith('/home/'))).toEqual([]);
  expect(own.filter((file) => !user.ownData.test(file))).toEqual([]);
});
