import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { projectRoot } from '#build/launch/base/project-root.ts';
import { playwrightRun } from './suites.ts';
import { judge } from './read-report.ts';
import { runReported } from './reported-suite.ts';
import { type NamedTest, passedSuite, type SuiteResult } from './suite.ts';
import { vitestRun } from './suites.ts';

/** Timeout in ms. Each test starts a program, which is slow on a busy device. */
const timeoutMs = 120_000;

let folder: string;
beforeAll(() => {
  mkdirSync(path.join(projectRoot, 'test-results'), { recursive: true });
  folder = mkdtempSync(path.join(projectRoot, 'test-results', 'planted-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const plant = (name: string, lines: readonly string[]) => writeFileSync(path.join(folder, name), lines.join('\n'));
/** Playwright's function to skip a test. Only the generated tests use it. */
const leaveOut = 'skip';
/** Split into parts, because the check of documents would find a complete tag in this file. */
const tag = ['@', 'C1'].join('');
const placeOf = (name: string) => `${path.relative(projectRoot, folder)}/${name}`;
const byTitle = (tests: readonly NamedTest[]) =>
  tests.map(({ place, title, text }) => [place, title, text.split('\n')[0]]);

test(
  'the suite counts list Vitest’s failed tests, hooks, files, unhandled errors and flaky tests by name',
  async () => {
    const from = `import { beforeAll, describe, expect, test } from 'vitest';`;
    plant('a.test.ts', [
      from,
      `test('good', () => undefined);`,
      `describe('group', () => {`,
      `  test('bad', { tags: '${tag}' }, () => expect(1).toBe(2));`,
      `  test('left out', ({ skip }) => skip('no disk here'));`,
      `});`,
    ]);
    plant('b.test.ts', [
      from,
      `beforeAll(() => { throw new TypeError('no service'); });`,
      `test('waits', () => undefined);`,
    ]);
    plant('c.test.ts', [`throw new Error('no such part');`]);
    plant('d.test.ts', [
      from,
      `test('forgets', async () => {`,
      `  void Promise.reject(new Error('hang up'));`,
      `  await new Promise(setImmediate);`,
      `});`,
    ]);
    plant('e.test.ts', [
      from,
      `test('ends the process', async () => {`,
      `  process.kill(process.pid, 'SIGKILL');`,
      `  await new Promise(() => undefined);`,
      `});`,
      `test('comes after it', () => undefined);`,
    ]);
    plant('f.test.ts', [
      `import { expect, test } from 'vitest';`,
      `let runs = 0;`,
      `test('at last', { retry: 1 }, () => expect((runs += 1)).toBe(2));`,
    ]);
    const lines: string[] = [];
    const result = await runReported(vitestRun(['--root', folder, '--no-strict-tags']), (line) => lines.push(line));
    expect(result.passed).toBe(2);
    expect(byTitle([...result.failures, ...result.skips]).toSorted()).toEqual([
      ['', 'an unhandled error', 'Error: [vitest-pool]: Worker forks emitted error.'],
      [`${placeOf('a.test.ts')}`, 'group › left out', 'no disk here'],
      [`${placeOf('a.test.ts')}:4`, `group › bad (${tag})`, 'AssertionError: expected 1 to be 2 // Object.is equality'],
      [`${placeOf('b.test.ts')}`, 'waits', ''],
      [`${placeOf('b.test.ts')}:2`, 'the file, or its hooks', 'TypeError: no service'],
      [`${placeOf('c.test.ts')}:1`, 'the file, or its hooks', 'Error: no such part'],
      [`${placeOf('d.test.ts')}`, 'an unhandled error, during or after: forgets', 'Error: hang up'],
      [`${placeOf('e.test.ts')}`, 'comes after it', 'It did not end.'],
      [`${placeOf('e.test.ts')}`, 'ends the process', 'It did not end.'],
    ]);
    expect(byTitle(result.flaky)).toEqual([
      [`${placeOf('f.test.ts')}:3`, 'at last', 'AssertionError: expected 1 to be 2 // Object.is equality'],
    ]);
    const texts = result.failures.map(({ text }) => text).join('\n');
    expect(texts).toMatch(/Caused by Error: Worker exited .* SIGKILL .*e\.test\.ts/);
  },
  timeoutMs,
);

test(
  'the suite counts list Playwright’s tests by name, and flaky tests separately',
  async () => {
    plant('playwright.config.ts', [`export default { retries: 1, outputDir: 'left', respectGitIgnore: false };`]);
    plant('e.spec.ts', [
      `import { expect, test } from '@playwright/test';`,
      `test('good', () => undefined);`,
      `test.describe('group', () => {`,
      `  test('bad', { tag: '${tag}' }, () => expect(1).toBe(2));`,
      `  test('left out', () => test.${leaveOut}(true, 'no screen here'));`,
      `});`,
      `test('at last', ({}, { retry }) => expect(retry).toBe(1));`,
    ]);
    plant('f.spec.ts', [`throw new Error('no such part');`]);
    const config = path.join(folder, 'playwright.config.ts');
    const singleRun = await runReported(playwrightRun(['e.spec.ts', '--config', config]), () => undefined);
    expect(singleRun.passed).toBe(1);
    expect(byTitle([...singleRun.failures, ...singleRun.skips]).toSorted()).toEqual([
      [`${placeOf('e.spec.ts')}:4`, `group › bad (${tag})`, expect.stringContaining('expect(received).toBe(expected)')],
      [`${placeOf('e.spec.ts')}:5`, 'group › left out', 'no screen here'],
    ]);
    expect(byTitle(singleRun.flaky)).toEqual([
      [`${placeOf('e.spec.ts')}:7`, 'at last', expect.stringContaining('toBe(expected)')],
    ]);
    const brokenRun = await runReported(playwrightRun(['f.spec.ts', '--config', config]), () => undefined);
    expect(byTitle(brokenRun.failures)).toContainEqual([
      `${placeOf('f.spec.ts')}:1`,
      'outside the tests',
      expect.stringContaining('no such part'),
    ]);
  },
  timeoutMs,
);

test(
  'a missing report, a report without tests and a failed exit count as failures with a reason',
  { tags: '@F23' },
  () => {
    const passed: SuiteResult = { ...passedSuite, passed: 2 };
    const one = { place: 'a.test.ts:3', title: 'bad', text: 'expected 1' };
    expect(judge(passed, 0, [])).toEqual(passed);
    expect(judge({ ...passed, failures: [one] }, 1, [])).toEqual({ ...passed, failures: [one] });
    const failed = (text: string) => ({ failures: [{ title: 'outside the tests', text }] });
    expect(judge(null, 0, ['out of', 'memory'])).toMatchObject(
      failed('it ended without a report; its last lines:\nout of\nmemory'),
    );
    expect(judge({ ...passedSuite, passed: 0, skips: [one] }, 0, [])).toMatchObject(
      failed('it ran no test; its last lines:'),
    );
    expect(judge(passed, 3, [])).toMatchObject({
      passed: 2,
      ...failed('its program ended with code 3; its last lines:'),
    });
  },
);
