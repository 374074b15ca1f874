import { existsSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { runReported } from './reported-suite.ts';
import { passedSuite, type SuiteResult } from './suite.ts';

/** Runs a test program that executes a line of code, then reports a result and its temporary folder. */
const runLine = async (line: string, leavesNothing = true) => {
  const program = [
    `const { mkdirSync, mkdtempSync, rmSync, writeFileSync } = require('node:fs');`,
    `const folder = require('node:os').tmpdir();`,
    `process.chdir(folder);`,
    line,
    `writeFileSync(process.env.REPORT, ${JSON.stringify(JSON.stringify(passedSuite))});`,
    `console.log(folder);`,
  ].join('\n');
  const lines: string[] = [];
  const run = {
    command: [process.execPath, '-e', program],
    env: (file: string) => ({ REPORT: file }),
    read: (report: SuiteResult) => report,
    leavesNothing,
  };
  return { ...(await runReported(run, (text) => lines.push(text))), folder: path.resolve(lines.at(-1) ?? '') };
};

test('temporary files that our tests leave behind are removed and count as a failure', async () => {
  const { failures, passed, folder } = await runLine(`mkdirSync('ferry-b'); writeFileSync('ferry-a', 'left')`);
  expect(passed).toBe(1);
  expect(failures).toEqual([
    { place: '', title: 'the folder for temporary files', text: 'Left behind:\nferry-a\nferry-b' },
  ]);
  expect(existsSync(folder)).toBe(false);
});

test("files that no longer exist and files of the browser don't count as failures", async () => {
  const first = await runLine(`rmSync(mkdtempSync('ferry-'), { recursive: true }); mkdirSync('.org.chromium.X')`);
  expect(first.failures).toEqual([]);
  const second = await runLine('');
  expect(second.folder).not.toBe(first.folder);
  expect([first, second].map(({ folder }) => existsSync(folder))).toEqual([false, false]);
});

test("temporary files of other programs are removed and don't count as failures", async () => {
  const { failures, folder } = await runLine(`mkdirSync('ferry-a/b', { recursive: true })`, false);
  expect(failures).toEqual([]);
  expect(existsSync(folder)).toBe(false);
});
