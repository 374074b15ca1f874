import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, test } from 'vitest';
import { prepareUserData } from '#main/hosts/user-data-folder.ts';
import { UserError } from '#shared/user-error.ts';
import { openServiceStore } from '#service/store/sqlite/sqlite-store.ts';
import { openSession } from '#test/fixtures/console/browser-session.ts';
import { startBrowserHost } from '#test/fixtures/console/browser-host.ts';
import { harmTo, makeUserTree, snapshotTree } from '#test/fixtures/system/user-tree.ts';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { resolveTestElectron } from '#test/electron-runtime/resolve-test-electron.ts';
import { RunningCommand } from '#test/launch/running-command.ts';
import { isSoak } from '#test/fixtures/values/samples.ts';

const runs = isSoak ? 2_000 : 20;
const root = mkdtempSync(path.join(tmpdir(), 'ferry-person-'));
afterAll(() => rmSync(root, { recursive: true, force: true }));

let count = 0;
/** A user's folder with seeded content, or a link to it if `asLink`. */
function personsFolder(seed: number, asLink = false) {
  const base = path.join(root, String((count += 1)));
  const [folder, elsewhere, link] = ['home', 'elsewhere', 'link'].map((name) => path.join(base, name)) as [
    string,
    string,
    string,
  ];
  mkdirSync(folder, { recursive: true });
  makeUserTree(folder, elsewhere, seed);
  symlinkSync(folder, link);
  const [mine, others] = [snapshotTree(folder), snapshotTree(elsewhere)];
  const findHarm = () => [...harmTo(mine, folder), ...harmTo(others, elsewhere)];
  return {
    folder: asLink ? link : folder,
    harm: findHarm,
    added: () => [...snapshotTree(folder).keys()].filter((name) => !mine.has(name)),
  };
}

const refused =
  /^The user-data folder .+ contains other files, such as .+\. Choose an empty or new folder with --user-data\.$/;

test('the console rejects a user-data folder that contains user files, and writes nothing', { tags: '@T20' }, () => {
  for (let seed = 0; seed < runs; seed += 1) {
    const { folder, harm, added } = personsFolder(seed, seed % 3 === 1);
    const problem = prepareUserData(folder, { isDefaultFolder: seed % 2 === 0 });
    expect({ seed, problem, harm: harm(), added: added() }).toEqual({
      seed,
      problem: expect.stringMatching(refused) as string,
      harm: [],
      added: [],
    });
  }
});

test(
  'the browser host rejects a folder of user files with one message and changes nothing',
  { tags: '@T20' },
  async () => {
    for (const seed of [0, 7]) {
      const { folder, harm, added } = personsFolder(seed, seed > 0);
      const program = path.join(projectRoot, 'out/browser-host/main.mjs');
      const flags = ['--no-open', '--keychain', 'memory', '--user-data', folder];
      using host = new RunningCommand(process.execPath, [program, ...flags]);
      expect((await host.ending()).code).toBe(2);
      expect([host.stdout, harm(), added()]).toEqual(['', [], []]);
      expect(host.stderr.trim()).toMatch(refused);
    }
  },
);

test.runIf(process.platform !== 'win32')(
  'the browser host and the service exit without delay if their lock is a pipe',
  { tags: ['@C20', '@F31'] },
  async () => {
    const data = path.join(root, 'pipe-data');
    const folder = path.join(root, 'pipe-folder');
    expect(prepareUserData(folder, { isDefaultFolder: false })).toBeNull();
    mkdirSync(data);
    execFileSync('mkfifo', [path.join(folder, 'ferry-console.lock'), path.join(data, 'service.lock')]);
    const flags = ['--no-open', '--keychain', 'memory', '--user-data', folder];
    using host = new RunningCommand(process.execPath, [path.join(projectRoot, 'out/browser-host/main.mjs'), ...flags]);
    expect((await host.ending()).code).toBe(2);
    expect(host.stderr.trim()).toMatch(/^In the user-data folder .+, ferry-console\.lock isn't a regular file\. .+\.$/);
    const service = path.join(projectRoot, 'out/service/main.mjs');
    using server = new RunningCommand(process.execPath, [service, '--port', '0', '--data', data]);
    expect((await server.ending()).code).toBe(2);
    expect(server.stderr.trim()).toMatch(/^The file .+service\.lock isn't a Ferry Service database, .+\.$/);
  },
);

test(
  'the desktop console rejects a folder of user files with one message and changes nothing',
  { tags: '@T20' },
  async () => {
    const { executable, distPath } = await resolveTestElectron();
    const { folder, harm, added } = personsFolder(0);
    const rootFlags = process.getuid?.() === 0 ? ['--no-sandbox'] : [];
    using electron = new RunningCommand(executable, [projectRoot, ...rootFlags, '--user-data', folder], {
      env: { ELECTRON_OVERRIDE_DIST_PATH: distPath },
    });
    expect((await electron.ending()).code).toBe(2);
    expect([harm(), added()]).toEqual([[], []]);
    expect(electron.stderr.split('\n')).toContainEqual(expect.stringMatching(refused));
  },
);

test('user files in the console’s folder survive start and exit', { tags: '@T20' }, async () => {
  const folder = path.join(root, 'own');
  expect(await (await startBrowserHost(folder, '--keychain', 'memory')).stop()).toBe(0);
  const own = snapshotTree(folder);
  for (const name of [
    'downloads/report.csv',
    'downloads-abc123/report.csv',
    'settings.mine.json.tmp-kept',
    'notes.txt',
  ]) {
    mkdirSync(path.dirname(path.join(folder, name)), { recursive: true });
    writeFileSync(path.join(folder, name), `a user’s ${name}`);
  }
  const elsewhere = path.join(root, 'own-elsewhere');
  makeUserTree(path.join(elsewhere, 'tree'), path.join(elsewhere, 'more'), 3);
  symlinkSync(elsewhere, path.join(folder, 'downloads-linked'));
  const mine = new Map([...snapshotTree(folder)].filter(([name]) => !own.has(name)));
  expect(mine.size).toBeGreaterThan(5);
  expect(await (await startBrowserHost(folder, '--keychain', 'memory')).stop()).toBe(0);
  expect(harmTo(mine, folder)).toEqual([]);
});

test.each(['SIGTERM', 'SIGKILL'] as const)(
  'a folder of an older console without a marker is recognized after %s',
  { tags: '@T20' },
  async (signal) => {
    const folder = path.join(root, `before-${signal}`);
    const first = await startBrowserHost(folder, '--keychain', 'memory');
    const session = await openSession(first.ready.url);
    expect((await session.send('migrations', 'list', { page: 1, pageSize: 10 })).text).toContain('"ok":true');
    const exit = once(first.child, 'close');
    first.child.kill(signal);
    await exit;
    rmSync(path.join(folder, 'FERRY-CONSOLE.txt'));
    const host = await startBrowserHost(folder, '--keychain', 'memory');
    expect(existsSync(path.join(folder, 'FERRY-CONSOLE.txt'))).toBe(true);
    expect(await host.stop()).toBe(0);
  },
);

/** Creates another program's database under the file name of ours. */
function otherDatabase(file: string, version: number): void {
  const database = new DatabaseSync(file);
  database.exec(
    `CREATE TABLE letters (text TEXT); INSERT INTO letters VALUES ('dear'); PRAGMA user_version = ${version}`,
  );
  database.close();
}

/** Opens and closes a data folder. Returns the message of a refusal, or null. */
const tryOpen = async (folder: string): Promise<string | null> => {
  try {
    await openServiceStore(folder).close();
    return null;
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    return error.message;
  }
};

test(
  'the service preserves user files in its folder, or rejects the folder with one message',
  { tags: '@T20' },
  async () => {
    const sentence =
      /^The file .+ isn't a Ferry Service database, or it is damaged\. Move or restore it, or choose another folder with --data\.$/;
    let started = 0;
    for (let seed = 0; seed < runs; seed += 1) {
      const { folder, harm } = personsFolder(seed, seed % 2 === 1);
      const problem = await tryOpen(folder);
      started += problem === null ? 1 : 0;
      expect({ seed, isClear: problem === null || sentence.test(problem), problem, harm: harm() }).toEqual({
        seed,
        isClear: true,
        problem,
        harm: [],
      });
    }
    expect(started).toBeGreaterThan(0);
    expect(started).toBeLessThan(runs);
    for (const [name, version] of [
      ['ferry.db', 0],
      ['ferry.db', 1],
      ['ferry.db', 99],
      ['service.lock', 0],
    ] as const) {
      const folder = path.join(root, `other-${name}-${version}`);
      mkdirSync(folder);
      otherDatabase(path.join(folder, name), version);
      const before = snapshotTree(folder);
      const problem = await tryOpen(folder);
      expect([name, version, problem]).toEqual([name, version, expect.stringMatching(sentence) as string]);
      expect(harmTo(before, folder)).toEqual([]);
      expect(readdirSync(folder)).toContain(name);
    }
  },
);
