import { cpSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BuildLabel } from '../build-label.ts';
import { copyIcon } from '../pack-electron.ts';
import { product } from '../product.ts';
import { setModes } from '../stage-console.ts';
import { apparmorProfile, copyrightFile, desktopEntry, metainfo } from './desktop-files.ts';

const iconSides = [16, 24, 32, 48, 64, 128, 256, 512];
const here = (name: string): string => path.join(import.meta.dirname, name);

/** Adds to a packed console for Linux what starts it, and what an administrator may want. */
export function addLauncher(packed: string, program: string): void {
  cpSync(here('ferry-console.sh'), path.join(packed, `${product.id}.sh`));
  writeFileSync(path.join(packed, 'apparmor-profile'), apparmorProfile(program));
  cpSync(here('managed.example.json'), path.join(packed, 'managed.example.json'));
}

/** Lays out the files outside the program's own folder, as deb and rpm install them: menu, icons, papers, command. */
export function layOutSystemFiles(root: string, label: BuildLabel, sourceDate: number): void {
  const write = (name: string, text: string) => {
    mkdirSync(path.dirname(path.join(root, name)), { recursive: true });
    writeFileSync(path.join(root, name), text);
  };
  write(`usr/share/applications/${product.id}.desktop`, desktopEntry(product.id));
  write(`usr/share/metainfo/${product.applicationId}.metainfo.xml`, metainfo(label, sourceDate));
  write(`usr/share/doc/${product.id}/copyright`, copyrightFile());
  cpSync(here('managed.example.json'), path.join(root, `usr/share/doc/${product.id}/managed.example.json`));
  for (const side of iconSides) {
    copyIcon(`ferry-${side}.png`, path.join(root, `usr/share/icons/hicolor/${side}x${side}/apps/${product.id}.png`));
  }
  copyIcon(
    '../../src-renderer/styles/ferry.svg',
    path.join(root, `usr/share/icons/hicolor/scalable/apps/${product.id}.svg`),
  );
  mkdirSync(path.join(root, 'usr/bin'), { recursive: true });
  symlinkSync(`${product.linuxFolder}/${product.id}.sh`, path.join(root, 'usr/bin', product.id));
  setModes(root);
}
