import { existsSync, globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { anchorOf } from '../../src-shared/anchor-of.ts';

/** An error in a document: its place and a description. */
export interface DocFault {
  readonly file: string;
  readonly line: number;
  readonly problem: string;
}

/** Commands that npm runs even if no script has that name. */
const ownCommands = ['install', 'ci', 'start', 'test', 'run', 'pack', 'sbom', 'config', 'audit'];

const anchorsIn = (text: string): Set<string> =>
  new Set(Array.from(text.matchAll(/^#{1,6} (.+)$/gm), ([, heading = '']) => anchorOf(heading)));

/** Returns the targets of links and images in a line of Markdown, unchanged. */
const linkTargets = (line: string): string[] =>
  Array.from(line.replace(/`[^`]*`/g, '').matchAll(/\]\(([^)\s]+)[^)]*\)/g), ([, target = '']) => target);

/**
 * Checks every document for broken links and images, for images that no document shows, and for commands that
 * package.json lacks. Doesn't check external URLs.
 */
export function findDocFaults(root: string): DocFault[] {
  const manifest = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8')) as {
    readonly scripts: Readonly<Record<string, string>>;
  };
  const files = globSync(['*.md', 'docs/**/*.md', 'test/**/*.md', 'build/**/*.md'], { cwd: root }).toSorted();
  const faults: DocFault[] = [];
  const linkedFiles = new Set<string>();
  for (const file of files) {
    const text = readFileSync(path.join(root, file), 'utf8');
    text.split('\n').forEach((line, index) => {
      const report = (problem: string) => faults.push({ file, line: index + 1, problem });
      for (const target of linkTargets(line)) {
        if (/^[a-z]+:/i.test(target)) continue;
        const [place = '', anchor] = target.split('#');
        const linkedFile = place === '' ? file : path.join(path.dirname(file), decodeURI(place));
        linkedFiles.add(linkedFile);
        if (!existsSync(path.join(root, linkedFile))) report(`${target} leads nowhere.`);
        else if (
          anchor &&
          linkedFile.endsWith('.md') &&
          !anchorsIn(readFileSync(path.join(root, linkedFile), 'utf8')).has(anchor)
        ) {
          report(`${linkedFile} has no heading #${anchor}.`);
        }
      }
      for (const [, script = ''] of line.matchAll(/\bnpm run (?:--silent )?([a-z][\w:-]*)/g)) {
        if (!manifest.scripts[script]) report(`npm run ${script} does not exist.`);
      }
      for (const [, command = ''] of line.matchAll(/`npm ([a-z]+)[ `]/g)) {
        if (!ownCommands.includes(command)) report(`npm ${command} does not exist.`);
      }
    });
  }
  for (const picture of globSync('docs/pictures/**/*.{png,svg}', { cwd: root })) {
    if (!linkedFiles.has(picture)) faults.push({ file: picture, line: 1, problem: 'No document shows this picture.' });
  }
  return faults;
}
