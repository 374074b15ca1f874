import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';

const read = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
const namesIn = (text: string, pattern: RegExp): string[] =>
  Array.from(text.matchAll(pattern), ([, name = '']) => name);

/** Members of Electron that are also members of JavaScript, Node or Ferry's own objects. */
const plainNames = new Set(
  'abort bounds data delete end entries env error execPath fingerprint fullScreen get has headers id length method name on once partition pid preventDefault release replace request set signal size status stderr stdout url value body'.split(
    ' ',
  ),
);

/** The members and events of Electron in the files that import Electron. */
function usedApis(): string[] {
  const types = read('node_modules/electron/electron.d.ts');
  const members = new Set(namesIn(types, /^ {4}(?:readonly |static )?([a-zA-Z]\w+)(?:\(|\??:)/gm));
  const events = new Set(namesIn(types, /\bon\(event: '([\w-]+)'/g));
  const files = globSync('src-{main,preload}/**/*.ts', { cwd: projectRoot }).filter((file) => !file.includes('.test.'));
  const sources = files.map(read).filter((text) => text.includes("from 'electron'"));
  return sources.flatMap((source) => {
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
    return [
      ...namesIn(code, /\b\w+\??\.(\w+)\b/g).filter((name) => members.has(name) && !plainNames.has(name)),
      ...namesIn(code, /\.(?:on|once)\(\s*'([\w-]+)'/g).filter((name) => events.has(name)),
    ];
  });
}

test('docs/electron.md has each API of Electron that the sources use, and no other', { tags: '@C19' }, () => {
  const rows = namesIn(read('docs/electron.md'), /^\|(?:[^|]*\|){2}([^|]*)\|$/gm).join('');
  const listed = new Set(namesIn(rows, /`([\w-]+)`/g));
  const used = new Set(usedApis());
  expect([...used].filter((name) => !listed.has(name)).toSorted(), 'missing in docs/electron.md').toEqual([]);
  expect([...listed].filter((name) => !used.has(name)).toSorted(), 'not used any more').toEqual([]);
});
