import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
import { builtPackages } from './built-packages.ts';
import { finishModalFlow, seeTheSandbox } from './console-story.ts';
import { openDisplay } from './display.ts';
import { makePlainUser, startAs } from './plain-user.ts';

const root = '/var/rpm-root';
const rpm = (...args: string[]): string =>
  execFileSync('rpm', ['--root', root, ...args], { encoding: 'utf8', stdio: 'pipe' });

test.describe.configure({ mode: 'serial' });

test(
  'rpm: the package installs into a separate root, gives the sandbox helper its permissions, and uninstalls',
  { tag: '@C19' },
  async () => {
    const display = await openDisplay();
    const user = makePlainUser('rpm', display.name);
    mkdirSync(root, { recursive: true });
    rpm('--initdb');
    rpm('--install', '--nodeps', '--noscripts', builtPackages.rpm);
    const installed = path.join(root, product.linuxFolder);
    const helper = statSync(path.join(installed, 'chrome-sandbox'));
    expect([helper.uid, helper.mode & 0o7777]).toEqual([0, 0o4755]);
    expect(rpm('--verify', '--nodeps', product.id)).toBe('');
    const { app, page } = await startAs(user, path.join(installed, `${product.id}.sh`));
    await seeTheSandbox(page);
    await finishModalFlow({ page, electron: app });
    await app.close();
    expect(rpm('-q', '--requires', product.id)).toContain('libsecret');
    rpm('--erase', '--noscripts', product.id);
    const left = execFileSync(
      'find',
      [root, '-type', 'f', '-not', '-path', '*/var/lib/*', '-not', '-path', '*/.rpmdb/*'],
      { encoding: 'utf8' },
    );
    expect(left).toBe('');
    display.close();
  },
);

test('rpm: a truncated package is refused, and nothing is installed', { tag: ['@C19', '@F29'] }, () => {
  const halfPackage = '/tmp/half.rpm';
  execFileSync('sh', ['-c', `head -c 60000000 '${builtPackages.rpm}' > ${halfPackage}`]);
  const { status, stderr } = spawnSync('rpm', ['--root', root, '--install', '--nodeps', '--noscripts', halfPackage], {
    encoding: 'utf8',
  });
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/digest|not a|read|unpack|BAD/i);
  expect(() => rpm('-q', product.id)).toThrow();
});
