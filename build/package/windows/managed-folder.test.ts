import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { onPath } from '#build/launch/base/on-path.ts';
import { run } from '../package-fault.ts';
import { makeMsi } from './msi.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'ferry-windows-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const packed = path.join(folder, 'packed');
mkdirSync(packed);
writeFileSync(path.join(packed, 'ferry-console.exe'), 'MZ');
const script = path.join(import.meta.dirname, 'installer.nsi');

/** Returns the groups that can do more than read and list, by SDDL name. */
const writersIn = (sddl: string): string[] =>
  [...sddl.matchAll(/\(A;[A-Z]*;(\w+);;;(\w+)\)/g)].flatMap(([, rights, who]) =>
    rights === '0x1200a9' ? [] : [String(who)],
  );

test.runIf(onPath('wixl') !== null && onPath('msibuild') !== null && onPath('msiinfo') !== null)(
  'the MSI installer creates a configuration folder that administrators own and users can only read',
  { tags: ['@C19', '@T37'] },
  () => {
    const file = path.join(folder, 'ferry.msi');
    makeMsi(packed, file, folder, { kind: 'test', version: '1.2.3' });
    const table = (name: string) =>
      run('msiinfo', ['export', file, name])
        .split(/\r?\n/)
        .map((row) => row.split('\t'));
    const [rights = []] = table('MsiLockPermissionsEx').filter(([id]) => id === 'managed');
    expect(table('CreateFolder')).toContainEqual([rights[1], 'managed']);
    expect(table('Directory')).toContainEqual([rights[1], 'CommonAppDataFolder', 'Ferry Console']);
    expect(table('FeatureComponents')).toContainEqual(['Main', 'managed']);
    expect(rights[2]).toBe('CreateFolder');
    // P means that nothing is inherited from ProgramData, where every user can write.
    expect(rights[3]).toMatch(/^O:BAG:BAD:P/);
    expect(writersIn(rights[3] ?? '')).toEqual(['SY', 'BA']);
  },
);

test.runIf(onPath('makensis') !== null)(
  'the NSIS installer compiles without a warning',
  { tags: ['@C19', '@T37'] },
  () => {
    const values = {
      VERSION: '1.2.3',
      FILE_VERSION: '1.2.3.0',
      SOURCE: packed,
      OUTPUT: path.join(folder, 'ferry.exe'),
    };
    const icon = path.join(import.meta.dirname, '../../icons/ferry.ico');
    const defines = Object.entries({ ...values, ICON: icon }).map(([name, value]) => `-D${name}=${value}`);
    cpSync(script, path.join(folder, 'installer.nsi'));
    expect(run('makensis', ['-WX', '-V2', '-NOCD', ...defines, path.join(folder, 'installer.nsi')])).toBe('');
  },
);

test(
  'the NSIS installer gives only the system and administrators write access to the folder',
  { tags: ['@C19', '@T37'] },
  () => {
    const grants = [...readFileSync(script, 'utf8').matchAll(/\*(S-1-[\d-]+):\(OI\)\(CI\)(\w+)/g)];
    const system = 'S-1-5-18';
    const administrators = 'S-1-5-32-544';
    expect(grants.map(([, who, rights]) => [who, rights])).toEqual([
      [system, 'F'],
      [administrators, 'F'],
      ['S-1-5-32-545', 'RX'],
    ]);
    expect(readFileSync(script, 'utf8')).toContain('/inheritance:r');
  },
);
