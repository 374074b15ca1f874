import { execFileSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, renameSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { WelcomePage } from '#test/page-models/welcome-page.ts';
import { builtPackages } from './built-packages.ts';
import { type Organization, seeTheSandbox, startOrganization, storedKey } from './console-story.ts';
import { openDisplay } from './display.ts';
import { makePlainUser, type PlainUser, startAs } from './plain-user.ts';

const command = `/usr/bin/${product.id}`;
/** No display server answers here, so the launcher can print only to standard error. */
const displayCommand = ['env', 'DISPLAY=:99'];
let user: PlainUser;
let organization: Organization;
let display: Awaited<ReturnType<typeof openDisplay>>;

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser('faults', display.name);
  organization = await startOrganization();
  execFileSync('dpkg', ['--install', '--force-depends', builtPackages.deb], { stdio: 'pipe' });
  user.run(['tar', 'xzf', builtPackages.tarball, '-C', user.home]);
});
test.afterAll(async () => {
  await organization.close();
  execFileSync('dpkg', ['--purge', product.id], { stdio: 'pipe' });
  display.close();
});

/** Restores what the next tests expect, even if this test fails. */
const cleanups: (() => void)[] = [];
test.afterEach(() => {
  for (const cleanUp of cleanups.splice(0)) cleanUp();
});

const unpacked = (): string => path.join(user.home, path.basename(builtPackages.tarball, '-unsigned.tar.gz'));
const settingsFile = (): string => path.join(user.home, '.config', product.name, 'settings.json');

/** Runs a test without a system library, then restores it. */
async function without(library: string, work: () => void | Promise<void>): Promise<void> {
  const files = execFileSync('/sbin/ldconfig', ['-p'], { encoding: 'utf8' });
  const file = files.split('\n').find((line) => line.includes(`${library} (libc6,x86-64`));
  const at = /=> (\S+)/.exec(file ?? '')?.[1] ?? '';
  renameSync(at, `${at}.hidden`);
  try {
    await work();
  } finally {
    renameSync(`${at}.hidden`, at);
  }
}

for (const library of ['libgtk-3.so.0', 'libnss3.so', 'libgbm.so.1']) {
  test(
    `without the library ${library}, one sentence names it and says what to install`,
    { tag: ['@C19', '@F24'] },
    async () => {
      await without(library, () => {
        const { code, output } = user.run([...displayCommand, command]);
        expect(code).toBe(127);
        expect(output).toContain(`needs libraries that this system lacks: ${library}`);
        expect(output).toContain('libgtk-3-0');
      });
    },
  );
}

test(
  'without libsecret the console works, and one sentence says what to install',
  { tag: ['@C19', '@C2', '@C3', '@F8'] },
  async () => {
    await without('libsecret-1.so.0', async () => {
      const { app, page } = await startAs(user, command);
      await seeTheSandbox(page);
      const welcome = new WelcomePage(page);
      await welcome.open();
      await welcome.baseAddress.fill(organization.url);
      await welcome.key.fill(storedKey);
      await welcome.connect.click();
      await expect(page.getByText('Install libsecret-1-0 (Debian, Ubuntu)').first()).toBeVisible();
      await welcome.keepForSession.click();
      await expect(new TablePage(page, 'Migrations').rows).toHaveCount(1);
      await app.close();
    });
  },
);

test('if the kernel allows no sandbox, the tar.gz says in one sentence what to do', { tag: ['@C19', '@F24'] }, () => {
  // Runs the console in a chroot, because a chroot can't create user namespaces.
  const chrootFolder = '/mnt/again';
  mkdirSync(chrootFolder, { recursive: true });
  execFileSync('mount', ['--rbind', '/', chrootFolder]);
  cleanups.push(() => execFileSync('umount', ['-l', chrootFolder]));
  const program = path.join(unpacked(), `${product.id}.sh`);
  const { code, output } = user.run([...displayCommand, program], ['/usr/sbin/chroot', chrootFolder]);
  expect(code).toBe(133);
  expect(output).toContain("this system doesn't allow ordinary programs a sandbox");
  expect(output).toContain('apparmor-profile');
  // With this mount option, the deb's setuid helper can't become root.
  execFileSync('mount', ['--bind', product.linuxFolder, product.linuxFolder]);
  cleanups.push(() => execFileSync('umount', [product.linuxFolder]));
  execFileSync('mount', ['-o', 'remount,bind,nosuid', product.linuxFolder]);
  execFileSync('mount', ['--bind', product.linuxFolder, `${chrootFolder}${product.linuxFolder}`]);
  execFileSync('mount', ['-o', 'remount,bind,nosuid', `${chrootFolder}${product.linuxFolder}`]);
  const debResult = user.run([...displayCommand, command], ['/usr/sbin/chroot', chrootFolder]);
  expect(debResult.code).toBe(133);
  expect(debResult.output).toContain('is mounted with nosuid, or a container forbids it');
});

test('without a display, one sentence says what to do', { tag: ['@C19', '@F24'] }, () => {
  const { output } = user.run(['env', '-u', 'DISPLAY', command]);
  expect(output).toContain('found no display');
});

test(
  'after an incomplete unpacking, one sentence names the missing or truncated file',
  { tag: ['@C19', '@F29'] },
  () => {
    const program = [...displayCommand, path.join(unpacked(), `${product.id}.sh`)];
    for (const file of [
      product.id,
      'icudtl.dat',
      'resources/app.asar',
      'resources.pak',
      'locales/en-US.pak',
      'libffmpeg.so',
    ]) {
      const at = path.join(unpacked(), file);
      cpSync(at, '/tmp/whole');
      const output = `Ferry Console is incomplete: ${at} is missing or truncated.`;
      rmSync(at);
      expect(user.run(program)).toMatchObject({ code: 2, output: expect.stringContaining(output) });
      cpSync('/tmp/whole', at);
      truncateSync(at, Math.floor(statSync(at).size / 2));
      expect(user.run(program)).toMatchObject({ code: 2, output: expect.stringContaining(output) });
      cpSync('/tmp/whole', at);
    }
  },
);

test('a full disk under the user-data folder stops the start with one sentence', { tag: ['@C20', '@F9'] }, () => {
  const small = '/mnt/small';
  mkdirSync(small, { recursive: true });
  // No space for files, then no space for folders.
  for (const [options, folder] of [
    ['size=128k', 'data'],
    ['size=1m,nr_inodes=6', 'data/a/b/c/d/e/f'],
  ] as const) {
    execFileSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', small]);
    execFileSync('chown', [String(user.id), small]);
    const { code, output } = user.run([command, '--user-data', path.join(small, folder)]);
    execFileSync('umount', [small]);
    expect(output).toContain('is full. Free some space, or choose another folder with --user-data.');
    expect(code).toBe(2);
  }
});

test('an older settings file is migrated, and a newer one is set aside and reported', { tag: '@C20' }, async () => {
  mkdirSync(path.dirname(settingsFile()), { recursive: true });
  const older = {
    version: 1,
    activeProfileId: 'sandbox',
    profiles: [],
    expectedKeys: [],
    preferences: { theme: 'dark' },
  };
  writeFileSync(settingsFile(), JSON.stringify(older));
  execFileSync('chown', ['-R', `${user.id}:${user.id}`, path.join(user.home, '.config')]);
  const first = await startAs(user, command);
  await seeTheSandbox(first.page);
  await expect(first.page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await first.app.close();
  writeFileSync(settingsFile(), JSON.stringify({ ...older, version: 99 }));
  const { app, page } = await startAs(user, command);
  await seeTheSandbox(page);
  await expect(page.getByText('These settings are from a newer version.')).toBeVisible();
  await app.close();
  const remaining = readdirSync(path.dirname(settingsFile())).filter((name) => name.startsWith('settings.version-99'));
  expect(remaining).toHaveLength(1);
});

test(
  'a newer and a damaged machine-wide configuration file lock the console down and are reported',
  { tag: ['@C41', '@T37'] },
  async () => {
    mkdirSync('/etc/ferry-console', { recursive: true });
    cleanups.push(() => rmSync('/etc/ferry-console/managed.json', { force: true }));
    for (const [text, message] of [
      [
        JSON.stringify({ version: 2, profiles: [] }),
        'The file has version 2, but this console reads version 1. Install a newer console.',
      ],
      ['{', "The file isn't JSON."],
      ['{"version":1,"readonly":true}', "readonly isn't a field"],
    ] as const) {
      writeFileSync('/etc/ferry-console/managed.json', text);
      const { app, page } = await startAs(user, command);
      await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
      await expect(page.getByText('/etc/ferry-console/managed.json is invalid').first()).toBeVisible();
      await expect(page.getByText(message).first()).toBeVisible();
      await app.close();
    }
  },
);
