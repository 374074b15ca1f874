import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { chromium, expect, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
import { chromiumOptions } from '#test/fixtures/chromium.ts';
import { startUntilReady } from '#test/fixtures/ready-line.ts';
import { TablePage } from '#test/page-models/table-page.ts';
import { builtPackages } from './built-packages.ts';
import { openDisplay } from './display.ts';
import { makePlainUser, type PlainUser, startAs } from './plain-user.ts';

let user: PlainUser;
let display: Awaited<ReturnType<typeof openDisplay>>;

/** A display that nobody answers at: what the launcher says goes to standard error only. */
const noDialog = ['env', 'DISPLAY=:99'];

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser(display.name);
});
test.afterAll(() => display.close());

async function seesTheSandbox(program: string): Promise<void> {
  const { app, page } = await startAs(user, program);
  await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  await app.close();
}

test('C19 tar.gz: unpacked by the user, starts and shows the Sandbox', async () => {
  expect(user.run(['tar', 'xzf', builtPackages.tarball, '-C', user.home])).toMatchObject({ code: 0 });
  const name = path.basename(builtPackages.tarball, '.tar.gz');
  expect(readdirSync(user.home)).toContain(name);
  await seesTheSandbox(path.join(user.home, name, `${product.id}.sh`));
});

test('C19 [fault] tar.gz: where the kernel allows no sandbox, one sentence says what to do', async () => {
  // As in every chroot, no user namespace can be made there.
  const chrooted = '/mnt/again';
  execFileSync('mkdir', ['-p', chrooted]);
  execFileSync('mount', ['--rbind', '/', chrooted]);
  const program = path.join(user.home, path.basename(builtPackages.tarball, '.tar.gz'), `${product.id}.sh`);
  const { code, said } = user.run([...noDialog, program], ['/usr/sbin/chroot', chrooted]);
  expect(code).toBe(133);
  expect(said).toContain('This system allows no sandbox to ordinary programs');
  expect(said).toContain('apparmor-profile');
  execFileSync('umount', ['-l', chrooted]);
});

test('C19 [fault] tar.gz: without a display, and with a half-unpacked folder, one sentence says what to do', async () => {
  const folder = path.join(user.home, path.basename(builtPackages.tarball, '.tar.gz'));
  const program = path.join(folder, `${product.id}.sh`);
  expect(user.run(['env', '-u', 'DISPLAY', program]).said).toContain('found no display');
  const half = path.join(user.home, 'half');
  execFileSync('mkdir', ['-p', half]);
  execFileSync('cp', [program, half]);
  const { code, said } = user.run([...noDialog, path.join(half, `${product.id}.sh`)]);
  expect(code).toBe(2);
  expect(said).toContain('is not complete');
});

test('C19 AppImage: unpacks itself, starts and shows the Sandbox', async () => {
  const cd = ['sh', '-c', 'cd "$HOME" && "$0" --appimage-extract >/dev/null', builtPackages.appImage];
  expect(user.run(cd)).toMatchObject({ code: 0 });
  await seesTheSandbox(path.join(user.home, 'squashfs-root', 'AppRun'));
});

test('C19 rpm: installs into a root of its own, with the helper of the sandbox as it must be', async () => {
  const root = '/var/rpm-root';
  execFileSync('mkdir', ['-p', root]);
  execFileSync('rpm', ['--root', root, '--initdb']);
  execFileSync('rpm', ['--root', root, '--install', '--nodeps', '--noscripts', builtPackages.rpm], { stdio: 'pipe' });
  const installed = path.join(root, product.linuxFolder);
  const helper = statSync(path.join(installed, 'chrome-sandbox'));
  expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755]);
  await seesTheSandbox(path.join(installed, `${product.id}.sh`));
  const query = execFileSync('rpm', ['--root', root, '-q', '--requires', product.id], { encoding: 'utf8' });
  expect(query).toContain('libsecret');
  execFileSync('rpm', ['--root', root, '--erase', '--noscripts', product.id], { stdio: 'pipe' });
  const left = execFileSync(
    'find',
    [root, '-type', 'f', '-not', '-path', '*/var/lib/*', '-not', '-path', '*/.rpmdb/*'],
    { encoding: 'utf8' },
  );
  expect(left).toBe('');
});

test('C19 portable: needs nothing installed, serves the Sandbox to a browser', async () => {
  expect(user.run(['tar', 'xzf', builtPackages.portable, '-C', user.home])).toMatchObject({ code: 0 });
  const folder = path.join(user.home, path.basename(builtPackages.portable, '.tar.gz'));
  const program = user.inSession(path.join(folder, product.id));
  const host = await startUntilReady<{ url: string; pid: number }>(program, ['--no-open']);
  const browser = await chromium.launch(chromiumOptions());
  try {
    const page = await browser.newPage();
    await page.goto(host.ready.url);
    await expect(new TablePage(page, 'Migrations').rows).toHaveCount(25);
  } finally {
    await browser.close();
    // The session around it ends by itself then.
    const ended = once(host.child, 'exit');
    process.kill(host.ready.pid, 'SIGTERM');
    expect(await ended).toEqual([0, null]);
  }
});
