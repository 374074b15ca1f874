import { once } from 'node:events';
import { rmSync } from 'node:fs';
import path from 'node:path';
import { chromium, expect, type Page, test } from '@playwright/test';
import { product, verifyCommand } from '#build/package/product.ts';
import { chromiumOptions } from '#test/fixtures/page/chromium.ts';
import { startUntilReady } from '#test/fixtures/system/ready-line.ts';
import { builtPackages } from './built-packages.ts';
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
import { makePlainUser, type PlainUser } from './plain-user.ts';

test.describe.configure({ mode: 'serial' });

let user: PlainUser;
let organization: Organization;
let display: Awaited<ReturnType<typeof openDisplay>>;

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser('portable', display.name);
  organization = await startOrganization();
});
test.afterAll(async () => {
  await organization.close();
  display.close();
});

const folderOf = (file: string): string => path.join(user.home, path.basename(file, '-unsigned.tar.gz'));
const unpack = (file: string) => user.run(['tar', 'xzf', file, '-C', user.home]);

/** Starts the unpacked bundle as the user, opens its link in a browser, and stops both. */
async function inBrowser(file: string, work: (page: Page) => Promise<void>): Promise<void> {
  const program = user.inSession(path.join(folderOf(file), product.id));
  const host = await startUntilReady<{ url: string; pid: number }>(program, ['--no-open']);
  const browser = await chromium.launch(chromiumOptions({ isWhole: true }));
  try {
    const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
    await page.goto(host.ready.url);
    await work(page);
  } finally {
    await browser.close();
    // The user's session exits when the host does.
    const exit = once(host.child, 'exit');
    process.kill(host.ready.pid, 'SIGTERM');
    expect(await exit).toEqual([0, null]);
  }
}

test(
  'portable: the console needs no installation and no network, shows the Sandbox and finishes the modal',
  { tag: ['@C19', '@C16'] },
  async () => {
    expect(unpack(builtPackages.olderPortable)).toMatchObject({ code: 0 });
    const list = user.run([path.join(folderOf(builtPackages.olderPortable), verifyCommand.id), '--list']);
    expect(list).toMatchObject({ code: 0, output: expect.stringContaining('single_use') });
    await inBrowser(builtPackages.olderPortable, async (page) => {
      await seeTheSandbox(page);
      await finishModalFlow({ page, electron: null });
      await makeTestTraces(page, organization);
    });
    expect(filesWithTheKey(user.home)).toEqual([]);
  },
);

test(
  'portable: a newer version in another folder has the same settings, key and timelines',
  { tag: ['@C19', '@C20'] },
  async () => {
    expect(unpack(builtPackages.portable)).toMatchObject({ code: 0 });
    await inBrowser(builtPackages.portable, seeTheTraces);
  },
);

test(
  'portable: a second version at the same time and a half-unpacked folder each give one sentence',
  { tag: ['@C19', '@F29'] },
  async () => {
    await inBrowser(builtPackages.portable, async (page) => {
      await seeTheTraces(page);
      const second = user.run([path.join(folderOf(builtPackages.olderPortable), product.id), '--no-open']);
      expect(second).toMatchObject({
        code: 2,
        output: expect.stringContaining('is in use by Ferry Console in a browser'),
      });
    });
    const half = folderOf(builtPackages.olderPortable);
    rmSync(path.join(half, 'app/out/data'), { recursive: true });
    const { code, output } = user.run([path.join(half, product.id), '--no-open']);
    expect(output).toContain('is incomplete');
    expect(code).toBe(2);
  },
);

test('portable: deleting the folders leaves only the user’s own data', { tag: '@C19' }, () => {
  const files = [builtPackages.olderPortable, builtPackages.portable];
  for (const file of files) rmSync(folderOf(file), { recursive: true });
  const left = filesLeft().filter((file) => file.startsWith(`${user.home}/`));
  expect(left.filter((file) => !user.ownData.test(file))).toEqual([]);
});
