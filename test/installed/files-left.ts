import { execFileSync } from 'node:child_process';

/** Files of the package manager, the desktop libraries and these tests. */
const systemFiles =
  /^\/(changes|mnt|tmp|run|var\/(rpm-root|lib\/dpkg|log|cache)|etc\/(passwd|ld\.so\.cache)|usr\/share\/(icons\/hicolor\/icon-theme\.cache|applications\/mimeinfo\.cache))|\/(test-results|\.session|node_modules|\.cache\/(mesa|fontconfig|dconf))|^\/root\//;

/** Files that the packages and programs under test left in the copy of the machine's file system. */
export function filesLeft(): string[] {
  const output = execFileSync('find', ['/changes', '-type', 'f', '-printf', '/%P\n'], { encoding: 'utf8' });
  return output.split('\n').filter((file) => file !== '' && !systemFiles.test(file));
}
