import { execFileSync } from 'node:child_process';

/** What the package manager, the libraries of the desktop and these tests keep. */
const notOurs =
  /^\/(changes|mnt|tmp|run|var\/(rpm-root|lib\/dpkg|log|cache)|etc\/(passwd|ld\.so\.cache)|usr\/share\/(icons\/hicolor\/icon-theme\.cache|applications\/mimeinfo\.cache))|\/(test-results|\.session|node_modules|\.cache\/(mesa|fontconfig|dconf))|^\/root\//;

/** Files that this view has and the computer has not. */
export function filesLeft(): string[] {
  const output = execFileSync('find', ['/changes', '-type', 'f', '-printf', '/%P\n'], { encoding: 'utf8' });
  return output.split('\n').filter((file) => file !== '' && !notOurs.test(file));
}
