import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  chownSync,
  linkSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type ManagedPlace, managedPlace, readManagedFile, windowsProgramData } from './managed-file.ts';

const text = '{"version":1,"readOnly":true}';
const library = String.raw`C:\Windows\System32\ntdll.dll`;
const answer = (folder: string) =>
  `\r\nHKEY_LOCAL_MACHINE\\SOFTWARE\\...\\Shell Folders\r\n    Common AppData    REG_SZ    ${folder}\r\n\r\n`;

describe.skipIf(process.platform === 'win32')('the configuration file of a device', () => {
  let top: string;
  let folder: string;
  let place: ManagedPlace;
  const isRoot = process.getuid?.() === 0;
  beforeEach(() => {
    top = mkdtempSync(path.join(tmpdir(), 'ferry-managed-'));
    folder = path.join(top, 'etc/ferry-console');
    mkdirSync(folder, { recursive: true, mode: 0o755 });
    for (const one of [top, path.join(top, 'etc'), folder]) chmodSync(one, 0o755);
    place = { file: path.join(folder, 'managed.json'), owner: process.getuid?.() ?? 0, groups: [], top };
    writeFileSync(place.file, text, { mode: 0o644 });
  });
  afterEach(() => rmSync(top, { recursive: true, force: true }));
  const faultOf = () => {
    const result = readManagedFile(place);
    return result !== null && 'fault' in result ? result.fault : result;
  };

  test(
    'the file is read only if no one but administrators can write it, and a missing file is no error',
    { tags: ['@C41', '@T37'] },
    () => {
      expect(readManagedFile(place)).toEqual({ path: place.file, text });
      writeFileSync(place.file, `\uFEFF${text}`);
      expect(readManagedFile(place)).toEqual({ path: place.file, text });
      rmSync(place.file);
      expect(readManagedFile(place)).toBeNull();
      rmSync(folder, { recursive: true });
      expect(readManagedFile(place)).toBeNull();
    },
  );

  const faults: readonly [string, () => void, RegExp][] = [
    [
      'other users can write to it',
      () => chmodSync(place.file, 0o646),
      /^The file is writable by other users\. Run chmod go-w on it\.$/,
    ],
    ['its group can write to it', () => chmodSync(place.file, 0o664), /^The file is writable by other users/],
    [
      'other users can write to its folder',
      () => chmodSync(folder, 0o777),
      /^The folder .*ferry-console is writable by/,
    ],
    [
      'other users can write to a parent folder',
      () => chmodSync(path.join(top, 'etc'), 0o1777),
      /^The folder .*etc is writable/,
    ],
    [
      'other users can write to its folder, and the file was deleted',
      () => {
        chmodSync(folder, 0o777);
        rmSync(place.file);
      },
      /^The folder .*ferry-console is writable by/,
    ],
    [
      'it is a link',
      () => {
        renameSync(place.file, path.join(top, 'mine.json'));
        symlinkSync(path.join(top, 'mine.json'), place.file);
      },
      /^The file is a link\. Replace it with the file itself\.$/,
    ],
    [
      'it is a link to nothing',
      () => {
        rmSync(place.file);
        symlinkSync('/nowhere', place.file);
      },
      /^The file is a link/,
    ],
    [
      'its folder is a link',
      () => {
        renameSync(folder, path.join(top, 'mine'));
        symlinkSync(path.join(top, 'mine'), folder);
      },
      /ferry-console must be a folder, not a link\.$/,
    ],
    [
      'it is a folder',
      () => {
        rmSync(place.file);
        mkdirSync(place.file);
      },
      /^The configuration must be a regular file\.$/,
    ],
    [
      'it is a pipe without a writer',
      () => {
        rmSync(place.file);
        execFileSync('mkfifo', [place.file]);
      },
      /^The configuration must be a regular file\.$/,
    ],
    ['it is too large', () => truncateSync(place.file, 256 * 1024 + 1), /^The file is larger than 256 KiB/],
    ['it is endless', () => truncateSync(place.file, 2 ** 40), /^The file is larger than 256 KiB/],
    [
      'UTF-16',
      () => writeFileSync(place.file, `\uFEFF${text}`, 'utf16le'),
      /^The file is UTF-16\. Save it as UTF-8\.$/,
    ],
    ['UTF-16 without a byte order mark', () => writeFileSync(place.file, text, 'utf16le'), /^The file is UTF-16/],
    [
      'UTF-16 in big-endian order',
      () => writeFileSync(place.file, Buffer.from(`\uFEFF${text}`, 'utf16le').swap16()),
      /^The file is UTF-16/,
    ],
    ['Latin-1', () => writeFileSync(place.file, '{"name":"Zoë"}', 'latin1'), /isn't valid UTF-8\. Save it as UTF-8\.$/],
  ];
  test.each(faults)(
    'the file is not used, and a message says why: %s',
    { tags: ['@C41', '@T37'] },
    (_, spoil, sentence) => {
      spoil();
      expect(faultOf()).toMatch(sentence);
    },
  );

  test.runIf(isRoot)('the file is not used if a user owns it or one of its folders', { tags: ['@C41', '@T37'] }, () => {
    for (const [index, owned] of [place.file, folder, path.join(top, 'etc')].entries()) {
      chownSync(owned, 1234, 0);
      expect(faultOf()).toMatch(/ is owned by a user\. Run chown root on it\.$/);
      chownSync(owned, 0, 0);
      expect([index, faultOf()]).toEqual([index, { path: place.file, text }]);
    }
    linkSync(place.file, path.join(top, 'second'));
    chmodSync(place.file, 0o600);
    expect(faultOf()).toEqual({ path: place.file, text });
  });

  test.runIf(isRoot)('the file is not used if the user cannot read it', { tags: ['@C41', '@T37'] }, () => {
    const module = path.join(import.meta.dirname, 'managed-file.ts');
    const program = `import { readManagedFile } from ${JSON.stringify(module)};
      process.setegid(1234); process.seteuid(1234);
      const place = ${JSON.stringify(place)};
      console.log(JSON.stringify(readManagedFile(place)));`;
    const ask = () => execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' });
    chmodSync(place.file, 0o600);
    expect(ask()).toContain("The file can't be read (EACCES). Allow everyone to read it.");
    chmodSync(place.file, 0o644);
    expect(JSON.parse(ask())).toEqual({ path: place.file, text });
    chmodSync(folder, 0o700);
    expect(ask()).toContain("The file can't be read (EACCES)");
    chmodSync(path.join(top, 'etc'), 0o700);
    expect(ask()).toContain("can't be read (EACCES). Allow everyone to read it.");
  });
});

test('no environment variable changes the path of the managed settings file', { tags: ['@C41', '@T37'] }, () => {
  const before = { ...process.env };
  const requestsSent = (folder: string) =>
    windowsProgramData(
      () => [library],
      () => answer(folder),
    );
  const places = () => [
    managedPlace('linux').file,
    managedPlace('darwin').file,
    managedPlace('win32', () => requestsSent(String.raw`C:\ProgramData`)).file,
  ];
  const names = fc.constantFrom(
    'FERRY_MANAGED_CONFIG',
    'ProgramData',
    'PROGRAMDATA',
    'ALLUSERSPROFILE',
    'SystemDrive',
    'SystemRoot',
    'windir',
    'Path',
    'HOME',
    'XDG_CONFIG_HOME',
    'XDG_CONFIG_DIRS',
    'USERPROFILE',
    'APPDATA',
    'CFFIXED_USER_HOME',
  );
  const holds = fc.property(names, fc.constantFrom('/tmp/mine', String.raw`D:\mine`, '', '..'), (name, value) => {
    process.env[name] = value;
    expect(places()).toEqual([
      '/etc/ferry-console/managed.json',
      '/Library/Application Support/Ferry Console/managed.json',
      String.raw`C:\ProgramData\Ferry Console\managed.json`,
    ]);
  });
  try {
    fc.assert(holds);
  } finally {
    for (const name of Object.keys(process.env)) if (!(name in before)) delete process.env[name];
    Object.assign(process.env, before);
  }
});

test.each([
  ['the value of the registry', [library], answer(String.raw`E:\Shared Data`), String.raw`E:\Shared Data`],
  [
    'on the system drive if the value is empty',
    [String.raw`D:\Win\System32\NTDLL.DLL`],
    '',
    String.raw`D:\ProgramData`,
  ],
  [
    'the default if the value needs a variable',
    [library],
    answer(String.raw`%ProgramData%\x`),
    String.raw`C:\ProgramData`,
  ],
  [
    "the default if the value isn't a folder of a drive",
    [library],
    answer(String.raw`\\server\share`),
    String.raw`C:\ProgramData`,
  ],
  ['the default if nothing is known', [], '', String.raw`C:\ProgramData`],
])('on Windows, the folder for all users is %s', { tags: ['@C41', '@T37'] }, (_, libraries, message, folder) => {
  expect(
    windowsProgramData(
      () => ['C:\\a\\ferry.exe', ...libraries],
      () => message,
    ),
  ).toBe(folder);
});
test('on Windows, an unreadable registry does not stop the start', { tags: ['@C41', '@T37'] }, () => {
  const ask = () => {
    throw new Error('reg.exe is blocked');
  };
  expect(windowsProgramData(() => [library], ask)).toBe(String.raw`C:\ProgramData`);
});
