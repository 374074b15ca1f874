import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { ensureBuild } from '#build/launch/ensure-build.ts';
import { npmRun } from './running-command.ts';
import { temporaryFolder } from './temporary-folder.ts';

const readDocument = (file: string): string => readFileSync(path.join(projectRoot, file), 'utf8');
const { scripts } = JSON.parse(readDocument('package.json')) as { readonly scripts: Readonly<Record<string, string>> };

/** Returns the shell blocks below a heading of a document. */
function commandsBelow(file: string, heading: string): string[] {
  const [, section = ''] = readDocument(file).split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return Array.from(own.matchAll(/```sh\n([\s\S]*?)```/g), ([, block = '']) => block);
}

test('the API walkthrough of docs/service.md runs on a free port and in a temporary folder', async () => {
  const [start = '', calls = ''] = commandsBelow('docs/service.md', 'Try the API');
  using folder = temporaryFolder();
  const flags = start.trim().replace('8600', '0').replace('./ferry-data', path.join(folder.path, 'data')).split(/\s+/);
  using service = npmRun('service', flags.slice(flags.indexOf('--') + 1));
  const [line] = await service.output(/^\{.+\}\n/m);
  const { url, apiKey, pid } = JSON.parse(line) as { url: string; apiKey: string; pid: number };
  const lines = calls.split('\n').filter((each) => !/^(KEY|API)=/.test(each));
  // `--fail-with-body` makes an error response stop the script.
  const strict = 'set -eu; curl() { command curl --silent --show-error --fail-with-body "$@"; }';
  const script = [strict, `KEY='${apiKey}'; API='${url}'`, ...lines].join('\n');
  const { status, stdout, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  for (const part of ['"object":"migration"', '"object":"company"', '"url":"http://127.0.0.1']) {
    expect(stdout).toContain(part);
  }
  process.kill(pid, 'SIGTERM');
  await service.ending();
});

test('the control commands of docs/testing.md work', async () => {
  const [commands = ''] = commandsBelow('docs/testing.md', 'Control the service');
  using folder = temporaryFolder();
  using service = npmRun('service', ['--port', '0', '--data', path.join(folder.path, 'data'), '--allow-control']);
  const [line] = await service.output(/^\{.+\}\n/m);
  const { url, apiKey, pid } = JSON.parse(line) as { url: string; apiKey: string; pid: number };
  const strict = 'set -eu; curl() { command curl --silent --show-error --fail-with-body "$@"; }';
  const script = [strict, `KEY='${apiKey}'; API='${url}'`, commands].join('\n');
  const { status, stderr } = spawnSync('bash', ['-c', script], { encoding: 'utf8' });
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  process.kill(pid, 'SIGTERM');
  await service.ending();
});

/**
 * Every `npm run SCRIPT -- …` with flags in the documents: the script, the words before the first flag, and the flags.
 */
function documentedFlags(): { script: string; words: string[]; flags: string[] }[] {
  const files = globSync(['*.md', 'docs/**/*.md'], { cwd: projectRoot });
  return files.flatMap((file) => {
    // Joins commands that continue on the next line.
    const text = readDocument(file)
      .replace(/\\\n\s*/g, ' ')
      .replaceAll('\n', ' ⏎ ');
    return Array.from(text.matchAll(/npm run (?:--silent )?([\w:-]+) -- ([^`⏎#]*)/g), ([, script = '', rest = '']) => {
      const all = rest.trim().split(/\s+/);
      const first = all.findIndex((word) => word.startsWith('--'));
      return { script, words: first < 0 ? [] : all.slice(0, first), flags: all.filter((w) => w.startsWith('--')) };
    }).filter(({ flags }) => flags.length > 0);
  });
}

test('every command flag in the documents exists', async () => {
  await ensureBuild();
  const commands = documentedFlags();
  expect(commands.length).toBeGreaterThan(8);
  const unknown = commands.flatMap(({ script, words, flags }) => {
    const known = helpOf(script, words);
    return flags.filter((flag) => !known.includes(flag)).map((flag) => `${script} ${words.join(' ')} ${flag}`);
  });
  expect(unknown).toEqual([]);
});

const helps = new Map<string, string>();

function helpOf(script: string, words: readonly string[]): string {
  const key = [script, ...words].join(' ');
  const before = helps.get(key);
  if (before !== undefined) return before;
  // The built service starts in a third of the CPU time.
  const command = script === 'service' ? 'node out/service/main.mjs' : (scripts[script] ?? '');
  const [program = '', ...args] = command.split(' ');
  const options = { cwd: projectRoot, encoding: 'utf8', env: pathWithTools } as const;
  const { stdout, stderr } = spawnSync(program, [...args, ...words, '--help'], options);
  helps.set(key, stdout + stderr);
  return stdout + stderr;
}

const pathWithTools = {
  ...process.env,
  PATH: `${path.join(projectRoot, 'node_modules/.bin')}${path.delimiter}${process.env['PATH']}`,
};
