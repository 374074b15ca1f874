import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildLabel } from '../build-label.ts';
import { fillTemplate } from '../fill-template.ts';
import { managedExample } from '../policies/write-policies.ts';
import { copyIcon } from '../pack-electron.ts';
import { type Product, product, verifyCommand } from '../product.ts';
import { setModes } from '../stage-console.ts';
import { writeInto } from '../write-into.ts';
import { xmlText } from '../xml-text.ts';

const localPath = (name: string): string => path.join(import.meta.dirname, name);

/** Returns the AppStream data for software centres. */
const metainfo = ({ version }: BuildLabel, sourceDate: number): string => `<?xml version="1.0" encoding="UTF-8"?>
<component type="desktop-application">
  <id>${product.applicationId}</id>
  <metadata_license>CC0-1.0</metadata_license>
  <project_license>LicenseRef-proprietary</project_license>
  <name>${xmlText(product.name)}</name>
  <summary>${xmlText(product.summary)}</summary>
  <developer id="example.ferry"><name>${xmlText(product.vendor)}</name></developer>
  <description><p>${xmlText(product.description)}</p></description>
  <launchable type="desktop-id">${product.id}.desktop</launchable>
  <url type="homepage">${product.homepage}</url>
  <content_rating type="oars-1.1" />
  <releases><release version="${version}" date="${new Date(sourceDate * 1000).toISOString().slice(0, 10)}" /></releases>
</component>
`;

/** Returns Debian's copyright file. `notices` is the name of the third-party license files in the program's folder. */
export const copyrightFile = ({ name, copyright, linuxFolder }: Product, notices: string): string =>
  [
    'Format: https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/',
    `Upstream-Name: ${name}`,
    '',
    'Files: *',
    `Copyright: ${copyright}`,
    'License: proprietary',
    ` The terms are in ${linuxFolder}/LICENSE.ferry.txt. The notices of the components of others are in`,
    ` ${linuxFolder}/THIRD-PARTY-NOTICES.txt and ${notices}.`,
    '',
  ].join('\n');

const iconSides = [16, 24, 32, 48, 64, 128, 256, 512];

/** Adds the start script and the files for administrators to a packed console for Linux. */
export function addLauncher(packed: string, program: string): void {
  cpSync(localPath('ferry-console.sh'), path.join(packed, `${product.id}.sh`));
  cpSync(localPath('ferry-verify.sh'), path.join(packed, verifyCommand.id));
  // Only for the tar.gz: the sandbox helper of the deb and rpm is setuid, so they need no AppArmor profile.
  writeFileSync(path.join(packed, 'apparmor-profile'), fillTemplate(localPath('apparmor-profile'), { program }));
  writeFileSync(path.join(packed, 'managed.example.json'), managedExample());
}

/** Creates the files outside the program's folder for the deb and rpm: menu entry, icons, license files, command. */
export function layOutSystemFiles(root: string, label: BuildLabel, sourceDate: number): void {
  const write = (name: string, text: string) => writeInto(root, name, text);
  write(`usr/share/applications/${product.id}.desktop`, fillTemplate(localPath('desktop-entry.desktop')));
  write(`usr/share/metainfo/${product.applicationId}.metainfo.xml`, metainfo(label, sourceDate));
  write(`usr/share/doc/${product.id}/copyright`, copyrightFile(product, 'LICENSES.chromium.html'));
  write(`usr/share/doc/${product.id}/managed.example.json`, managedExample());
  for (const side of iconSides) {
    copyIcon(`ferry-${side}.png`, path.join(root, `usr/share/icons/hicolor/${side}x${side}/apps/${product.id}.png`));
  }
  copyIcon('../../src-ui/brand/ferry.svg', path.join(root, `usr/share/icons/hicolor/scalable/apps/${product.id}.svg`));
  mkdirSync(path.join(root, 'usr/bin'), { recursive: true });
  symlinkSync(`${product.linuxFolder}/${product.id}.sh`, path.join(root, 'usr/bin', product.id));
  setModes(root);
}
