import { hash } from 'node:crypto';
import { cpSync, readdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import type { BuildLabel } from '../build-label.ts';
import { fillTemplate } from '../fill-template.ts';
import { findMaker, run } from '../package-fault.ts';
import { uuidOf } from '../uuid-of.ts';
import { xmlText } from '../xml-text.ts';

/** Identifies all versions of the product for Windows Installer. Must never change. */
const upgradeCode = '6F2A1E0C-3B5D-4C8E-9A71-5D2C7E94B0F1';

const idOf = (kind: string, name: string): string => `${kind}${hash('sha256', name).slice(0, 24)}`;
/** Returns the same GUID for the same name, so that an upgrade recognizes the file. */
const guidOf = (name: string): string => uuidOf(`${upgradeCode}/${name}`, 4).toUpperCase();

/**
 * Rights of the folder for the administrators' configuration: owned by administrators (BA), writable for them and the
 * system (SY), readable for users (BU). Nothing is inherited, because every user can write to ProgramData.
 */
const managedRights = 'O:BAG:BAD:PAI(A;OICI;FA;;;SY)(A;OICI;FA;;;BA)(A;OICI;0x1200a9;;;BU)';

/** The rights table in Windows Installer's own format, because wixl doesn't support this table. */
const rightsTable = [
  ['MsiLockPermissionsEx', 'LockObject', 'Table', 'SDDLText', 'Condition'],
  ['s72', 's72', 's32', 's0', 'S255'],
  ['MsiLockPermissionsEx', 'MsiLockPermissionsEx'],
  ['managed', 'MANAGEDDIR', 'CreateFolder', managedRights, ''],
]
  .map((row) => `${row.join('\t')}\r\n`)
  .join('');

/** Returns a folder's files as directories and components, and the component IDs. */
function components(folder: string, within = ''): { lines: string[]; ids: string[] } {
  const lines: string[] = [];
  const ids: string[] = [];
  const entries = readdirSync(path.join(folder, within), { withFileTypes: true });
  for (const entry of entries.toSorted((a, b) => (a.name < b.name ? -1 : 1))) {
    const name = path.posix.join(within, entry.name);
    if (entry.isDirectory()) {
      const children = components(folder, name);
      lines.push(
        `<Directory Id="${idOf('d', name)}" Name="${xmlText(entry.name)}">`,
        ...children.lines,
        '</Directory>',
      );
      ids.push(...children.ids);
    } else {
      const id = idOf('c', name);
      // Uses names relative to the working folder, because wixl resolves no others.
      const source = xmlText(path.posix.join(path.basename(folder), name));
      lines.push(
        `<Component Id="${id}" Guid="${guidOf(name)}" Win64="yes"><File Id="${idOf('f', name)}" Name="${xmlText(entry.name)}" Source="${source}" KeyPath="yes"/></Component>`,
      );
      ids.push(id);
    }
  }
  return { lines, ids };
}

/**
 * Returns the package description for wixl: for all users, 64 bit. Replaces older versions, keeps newer versions.
 */
function msiDescription(packed: string, label: BuildLabel): string {
  const { lines, ids } = components(packed);
  return fillTemplate(path.join(import.meta.dirname, 'msi.wxs'), {
    upgradeCode,
    label: label.version,
    // Windows Installer reads only numbers.
    version: label.version.replace(/-.*/, ''),
    productGuid: guidOf(`product ${label.version}`),
    linksGuid: guidOf('registry'),
    menuGuid: guidOf('menu'),
    managedGuid: guidOf('managed'),
    files: lines.join('\n'),
    fileReferences: ids.map((id) => `<ComponentRef Id="${id}"/>`).join('\n'),
  });
}

/** Creates the MSI. `msiexec /i FILE /qn` installs the MSI for all users, `/x` removes it. */
export function makeMsi(packed: string, file: string, workFolder: string, label: BuildLabel): void {
  const wixl = findMaker('wixl', 'the MSI package', 'wixl of msitools (Debian: wixl)');
  const msibuild = findMaker('msibuild', 'the MSI package', 'msitools (Debian: msitools)');
  const description = path.join(workFolder, 'ferry.wxs');
  writeFileSync(description, msiDescription(packed, label));
  cpSync(path.join(projectRoot, 'build/icons/ferry.ico'), path.join(workFolder, 'ferry.ico'));
  run(wixl, ['--arch', 'x64', '--output', file, path.basename(description)], { cwd: workFolder });
  const table = path.join(workFolder, 'MsiLockPermissionsEx.idt');
  writeFileSync(table, rightsTable);
  run(msibuild, [file, '-i', table]);
}
