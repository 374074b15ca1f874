import { rmSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from '@playwright/test';
import { product } from '#build/package/product.ts';
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

let user: PlainUser;
let organization: Organization;
let display: Awaited<ReturnType<typeof openDisplay>>;

/** The folder that the tar.gz unpacks into, in the user's home. */
const folderOf = (file: string): string => path.join(user.home, path.basename(file, '-unsigned.tar.gz'));
const unpack = (file: string) => user.run(['tar', 'xzf', file, '-C', user.home]);
const start = (file: string) => startAs(user, path.join(folderOf(file), `${product.id}.sh`));

test.beforeAll(async () => {
  display = await openDisplay();
  user = makePlainUser('tarball', display.name);
  organization = await startOrganization();
});
test.afterAll(async () => {
  await organization.close();
  display.close();
});

test(
  'tar.gz: the console unpacked by a user without a network shows the Sandbox and finishes the modal',
  { tag: ['@C19', '@C16'] },
  async () => {
    expect(unpack(builtPackages.olderTarball)).toMatchObject({ code: 0 });
    const { app, page } = await start(builtPackages.olderTarball);
    await seeTheSandbox(page);
    await finishModalFlow({ page, electron: app });
    await makeTestTraces(page, organization);
    await app.close();
    expect(filesWithTheKey(user.home)).toEqual([]);
  },
);

test(
  'tar.gz: a newer version in another folder has the same settings, key and timelines',
  { tag: ['@C19', '@C20'] },
  async () => {
    expect(unpack(builtPackages.tarball)).toMatchObject({ code: 0 });
    const { app, page } = await start(builtPackages.tarball);
    expect(await app.evaluate(({ app: electron }) => electron.getVersion())).toBe(`${product.version}-test`);
    await seeTheTraces(page);
    await app.close();
  },
);

test(
  'tar.gz: only one of two versions runs at a time, unless the other version has its own user-data folder',
  { tag: ['@C19', '@C23', '@F29'] },
  async () => {
    const { app, page } = await start(builtPackages.tarball);
    await seeTheTraces(page);
    const olderProgram = path.join(folderOf(builtPackages.olderTarball), `${product.id}.sh`);
    const second = user.run([olderProgram]);
    expect(second).toMatchObject({ code: 0, output: expect.stringContaining('already open') });
    const apart = await startAs(user, olderProgram, ['--user-data', path.join(user.home, 'apart')]);
    await seeTheSandbox(apart.page);
    expect(await apart.app.evaluate(({ app: electron }) => electron.getVersion())).toBe(`${olderVersion}-test`);
    await apart.app.close();
    rmSync(path.join(user.home, 'apart'), { recursive: true });
    await app.close();
  },
);

test('tar.gz: deleting the folders leaves only the user’s own data', { tag: '@C19' }, () => {
  for (const file of [builtPackages.olderTarball, builtPackages.tarball]) rmSync(folderOf(file), { recursive: true });
  const left = filesLeft().filter((file) => file.startsWith(`${user.home}/`));
  expect(left.filter((file) => !user.ownData.test(file))).toEqual([]);
});
