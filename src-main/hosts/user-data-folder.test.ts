import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { prepareUserData } from './user-data-folder.ts';

const root = mkdtempSync(path.join(tmpdir(), 'ferry-user-data-'));
const named = { isDefaultFolder: false };
afterAll(() => rmSync(root, { recursive: true, force: true }));

test('the user data folder is created with missing parents, and used again later', { tags: '@C20' }, () => {
  const folder = path.join(root, 'below', 'missing');
  expect(prepareUserData(folder, named)).toBeNull();
  expect(prepareUserData(folder, named)).toBeNull();
});

test('files that file systems and desktops create do not count as user files', { tags: '@C20' }, () => {
  const folder = path.join(root, 'mounted');
  mkdirSync(path.join(folder, 'lost+found'), { recursive: true });
  writeFileSync(path.join(folder, '.DS_Store'), 'icons');
  expect(prepareUserData(folder, named)).toBeNull();
});

test('a folder whose first start was killed can be used', { tags: '@C20' }, () => {
  const folder = path.join(root, 'killed');
  mkdirSync(folder);
  writeFileSync(path.join(folder, 'FERRY-CONSOLE.txt'), '');
  expect(prepareUserData(folder, named)).toBeNull();
  expect(readFileSync(path.join(folder, 'FERRY-CONSOLE.txt'), 'utf8')).toContain('Ferry Console’s own');
});

test.each([
  ['another text', (file: string) => writeFileSync(file, 'Ferry timetable')],
  ['a folder', (file: string) => mkdirSync(file)],
  ['a link to a marker', (file: string) => symlinkSync(path.join(root, 'killed', 'FERRY-CONSOLE.txt'), file)],
])("%s with the marker’s name doesn't make a folder the console's", { tags: ['@C20', '@T20'] }, (_what, make) => {
  const folder = mkdtempSync(path.join(root, 'other-'));
  make(path.join(folder, 'FERRY-CONSOLE.txt'));
  const before = readdirSync(folder);
  expect(prepareUserData(folder, named)).toContain('such as FERRY-CONSOLE.txt. Choose an empty or new folder');
  expect(readdirSync(folder)).toEqual(before);
});

test('control characters of a file name are not printed', { tags: ['@C20', '@T20', '@T35'] }, () => {
  const folder = mkdtempSync(path.join(root, 'escape-'));
  writeFileSync(path.join(folder, '\u001b[31mred\rname\u202e'), '');
  expect(prepareUserData(folder, named)).toContain('such as \\u001b[31mred\\u000dname\\u202e. Choose');
});

test.runIf(process.platform === 'linux')(
  "a folder that can't be created is reported immediately in one sentence",
  { tags: ['@C20', '@F9'] },
  () => {
    expect(prepareUserData('/proc/ferry', named)).toMatch(
      /^The user-data folder \/proc\/ferry isn't writable .*--user-data\.$/,
    );
  },
);

const inTheWay = (folder: string, name: string, what: string) =>
  `In the user-data folder ${folder}, ${name} ${what}. Ferry Console needs this name. Rename or remove the entry, or choose another folder with --user-data.`;

/** Creates a folder that the console has used before. */
function usedFolder(): string {
  const folder = mkdtempSync(path.join(root, 'used-'));
  expect(prepareUserData(folder, named)).toBeNull();
  mkdirSync(path.join(folder, 'logs'));
  return folder;
}

test
  .runIf(process.platform !== 'win32')
  .each([
    'ferry-console.lock',
    'settings.json',
    'settings.backup.json',
    'window-state.json',
    'timeline.db',
    'timeline.db-wal',
    'logs/ferry.log',
    'logs/ferry.1.log',
    'sandbox/ferry.db',
    'sandbox/service.lock',
  ])('a pipe as %s is reported immediately in one sentence', { tags: ['@C20', '@F31'] }, (name) => {
  const folder = usedFolder();
  execFileSync('mkfifo', [path.join(folder, name)]);
  expect(prepareUserData(folder, named)).toBe(inTheWay(folder, name, "isn't a regular file"));
  const link = usedFolder();
  symlinkSync(path.join(folder, name), path.join(link, name));
  expect(prepareUserData(link, named)).toBe(inTheWay(link, name, "isn't a regular file"));
});

test.runIf(process.platform !== 'win32').each(['logs', 'sandbox'])(
  'a link as %s is rejected, and nothing is written to its target',
  { tags: ['@C20', '@T43'] },
  (name) => {
    for (const isDangling of [false, true]) {
      const [folder, elsewhere] = [usedFolder(), path.join(mkdtempSync(path.join(root, 'linked-')), 'to')];
      if (!isDangling) mkdirSync(elsewhere);
      rmSync(path.join(folder, name), { recursive: true });
      symlinkSync(elsewhere, path.join(folder, name));
      expect(prepareUserData(folder, named)).toBe(inTheWay(folder, name, "isn't a folder"));
      expect(existsSync(elsewhere) && readdirSync(elsewhere).length > 0).toBe(false);
    }
  },
);

test.runIf(process.platform !== 'win32')(
  "the check for free space doesn't follow links or block on pipes",
  { tags: ['@C20', '@T43'] },
  () => {
    const folder = usedFolder();
    const outside = path.join(root, 'notes.txt');
    writeFileSync(outside, 'mine');
    symlinkSync(outside, path.join(folder, '.room'));
    expect(prepareUserData(folder, named)).toBeNull();
    expect(readFileSync(outside, 'utf8')).toBe('mine');
  },
);

const modeOf = (...place: string[]): string => (statSync(path.join(root, ...place)).mode & 0o777).toString(8);
/** Creates a folder as an earlier version did, readable by everyone. */
function makeReadableByAll(name: string): string {
  const folder = path.join(root, name);
  expect(prepareUserData(folder, named)).toBeNull();
  for (const place of ['.', 'logs', 'sandbox', 'mine']) {
    mkdirSync(path.join(folder, place), { recursive: true });
    chmodSync(path.join(folder, place), 0o777);
  }
  const files = [
    'settings.json',
    'settings.damaged-2026.json',
    'timeline.db-wal',
    'logs/ferry.1.log',
    'mine/notes.txt',
  ];
  for (const file of [...files, 'sandbox/ferry.db', 'settings.txt', 'report.csv']) {
    writeFileSync(path.join(folder, file), '');
    chmodSync(path.join(folder, file), 0o666);
  }
  return folder;
}

test.runIf(process.platform !== 'win32')(
  "permissions that an earlier version left open are closed, and a user's file keeps its permissions",
  { tags: ['@C20', '@T30'] },
  () => {
    const folder = makeReadableByAll('before');
    const outside = path.join(root, 'outside.log');
    writeFileSync(outside, '');
    chmodSync(outside, 0o666);
    symlinkSync(outside, path.join(folder, 'logs', 'ferry.2.log'));
    expect(prepareUserData(folder, { isDefaultFolder: true })).toBeNull();
    expect(modeOf('before')).toBe('700');
    for (const own of [
      'settings.json',
      'settings.damaged-2026.json',
      'timeline.db-wal',
      'logs/ferry.1.log',
      'sandbox/ferry.db',
    ])
      expect([own, modeOf('before', own)]).toEqual([own, '600']);
    expect([modeOf('before', 'logs'), modeOf('before', 'sandbox')]).toEqual(['700', '700']);
    for (const other of ['settings.txt', 'report.csv', 'mine/notes.txt']) expect(modeOf('before', other)).toBe('666');
    expect([modeOf('before', 'mine'), modeOf('outside.log')]).toEqual(['777', '666']);
  },
);

test.runIf(process.platform !== 'win32')(
  "a folder named by the user keeps its permissions, and so does its log folder with another program's files",
  { tags: ['@C20', '@T30'] },
  () => {
    const folder = makeReadableByAll('named');
    writeFileSync(path.join(folder, 'logs', 'of-another-program.log'), '');
    expect(prepareUserData(folder, named)).toBeNull();
    expect([modeOf('named'), modeOf('named', 'logs'), modeOf('named', 'sandbox')]).toEqual(['777', '777', '700']);
    expect([modeOf('named', 'settings.json'), modeOf('named', 'logs/ferry.1.log')]).toEqual(['600', '600']);
  },
);

test.runIf(process.platform !== 'win32')(
  'created folders are accessible to their owner only',
  { tags: ['@C20', '@T30'] },
  () => {
    const before = process.umask(0);
    try {
      expect(prepareUserData(path.join(root, 'a', 'b'), named)).toBeNull();
    } finally {
      process.umask(before);
    }
    expect([modeOf('a'), modeOf('a', 'b'), modeOf('a', 'b', 'sandbox')]).toEqual(['700', '700', '700']);
  },
);
