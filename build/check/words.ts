import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { findStiltedWords } from '#build/words/find-stilted-words.ts';

/**
 * Fails if the project has more stilted words than `build/words/ceiling.json` allows. `--list [PREFIX]` prints them.
 * `--lower` writes lower counts to the file and never raises them.
 */
const ceilingFile = path.join(projectRoot, 'build', 'words', 'ceiling.json');
const ceiling = JSON.parse(readFileSync(ceilingFile, 'utf8')) as { readonly phrases: number; readonly names: number };
const findings = findStiltedWords(projectRoot);
const count = (kind: string): number => findings.filter((finding) => finding.kind === kind).length;
const current = { phrases: count('phrase'), names: count('name') };
const [flag, prefix = ''] = process.argv.slice(2);

if (flag === '--list')
  for (const { file, line, match, instead } of findings)
    if (file.startsWith(prefix)) console.log(`${file}:${line}: "${match}": write ${instead}`);
if (flag === '--lower') {
  const lower = {
    phrases: Math.min(ceiling.phrases, current.phrases),
    names: Math.min(ceiling.names, current.names),
  };
  writeFileSync(ceilingFile, `${JSON.stringify(lower, null, 2)}\n`);
}
console.log(
  `stilted phrases: ${current.phrases} of at most ${ceiling.phrases}; names: ${current.names} of at most ${ceiling.names}`,
);
if (current.phrases > ceiling.phrases || current.names > ceiling.names) {
  console.log('See "How we write" in CONTRIBUTING.md. List them with: node build/check/words.ts --list src-renderer');
  process.exitCode = 1;
}
