import { expect, test } from 'vitest';
import { runSuites, type Stage } from './run-suites.ts';
import type { FlakyTest } from './flaky-tests.ts';
import { type NamedTest, passedSuite, type Suite } from './suite.ts';

/** Runs stages with a clock that advances by a minute at each read. */
async function run(stages: readonly Stage[]) {
  const lines: string[] = [];
  let minutes = 0;
  const now = () => (minutes += 1) * 60_000;
  let flaky: readonly FlakyTest[] = [];
  const writeFlaky = (_suites: readonly string[], tests: readonly FlakyTest[]) => {
    flaky = tests;
  };
  const code = await runSuites(stages, { write: (line) => lines.push(line), now, writeFlaky });
  return { lines, code, last: lines.at(-1), flaky };
}

interface Counts {
  readonly passed?: number;
  readonly failed?: number;
  readonly skipped?: number;
  readonly flaky?: number;
}
const testsOf = (count: number, text: string): NamedTest[] =>
  Array.from({ length: count }, (_, index) => ({ place: `test/a.test.ts:${index}`, title: `test ${index}`, text }));

const suite = (name: string, { passed = 0, failed = 0, skipped = 0, flaky = 0 }: Counts, text = 'why'): Suite => ({
  name,
  run: async (say) => {
    say('a line');
    return { passed, failures: testsOf(failed, text), flaky: testsOf(flaky, text), skips: testsOf(skipped, text) };
  },
});

test('the last line of a run has the totals, and any failure makes the exit code 1', async () => {
  const good = await run([[[suite('one', { passed: 3 })], [suite('two', { passed: 4, skipped: 1 })]]]);
  expect(good).toMatchObject({ code: 0, last: '7 passed, 0 failed' });
  expect(good.lines).toContain('one | a line');
  const bad = await run([[[suite('one', { passed: 3 }), suite('two', { failed: 2 })]]]);
  expect(bad).toMatchObject({ code: 1, last: '3 passed, 2 failed' });
});

test("a failed suite doesn't stop other suites, and each suite has its counts and duration", async () => {
  const { lines, last } = await run([
    [[suite('first', { failed: 1 }), suite('second', { passed: 1 })]],
    [[suite('third', { passed: 1 })]],
  ]);
  expect(last).toBe('2 passed, 1 failed');
  expect(lines.find((line) => line.startsWith('  second'))).toMatch(/1 passed, 0 failed in 60\.0 s$/);
});

test('a run with only flaky tests passes, lists them at the end and stores them for the soak test', async () => {
  const { code, lines, last, flaky } = await run([[[suite('browser', { passed: 3, flaky: 1 }, 'no row\nmore')]]]);
  expect({ code, last }).toEqual({ code: 0, last: '3 passed, 0 failed, 1 flaky' });
  expect(lines.slice(-3, -1)).toEqual(['  flaky: browser › test/a.test.ts:0 › test 0', '      no row']);
  expect(flaky).toEqual([{ suite: 'browser', place: 'test/a.test.ts:0', title: 'test 0', text: 'no row\nmore' }]);
});

test('five chains of suites run at a time, and a stage starts after the previous stage', async () => {
  const ends = new Map<string, () => void>();
  const waits = (name: string): Suite => ({
    name,
    run: () => new Promise((resolve) => ends.set(name, () => resolve(passedSuite))),
  });
  const long = ['long', 'longer', 'even longer', 'longest'];
  const first = [...long.map((name) => [waits(name)]), [waits('a'), waits('b')], [waits('c')]];
  const whole = run([first, [[waits('last')]]]);
  const end = async (name: string) => {
    await expect.poll(() => ends.has(name)).toBe(true);
    ends.get(name)?.();
  };
  await end('a');
  await end('b');
  await end('c');
  expect([...ends.keys()]).toEqual([...long, 'a', 'b', 'c']);
  for (const name of [...long, 'last']) await end(name);
  expect(await whole).toMatchObject({ code: 0, last: '8 passed, 0 failed' });
});

test('a run without suites fails', { tags: '@F23' }, async () => {
  expect(await run([])).toMatchObject({ code: 1, last: '0 passed, 0 failed' });
});

test('the end of a run lists failed and skipped tests with their error or reason', async () => {
  const error = Array.from({ length: 40 }, (_, index) => `line ${index}\n`).join('\n');
  const { lines } = await run([
    [[suite('one', { failed: 1 }, error), suite('two', { passed: 1, skipped: 1 }, 'no disk here')]],
  ]);
  const end = lines.slice(lines.indexOf(''));
  expect(end.slice(3, 7)).toEqual([
    '  skipped: two › test/a.test.ts:0 › test 0 (no disk here)',
    '  failed: one › test/a.test.ts:0 › test 0',
    '      line 0',
    '      line 1',
  ]);
  expect(end.slice(-2)).toEqual(['      line 11', '1 passed, 1 failed']);
});

test('the summary of a run fits into 60 lines, however many errors there are and however long', async () => {
  const error = `${'x'.repeat(10_000)}\n`.repeat(50);
  const names = Array.from({ length: 16 }, (_, index) => `suite ${index}`);
  const { lines } = await run([[names.map((name) => suite(name, { failed: 5, skipped: 5, flaky: 5 }, error))]]);
  const end = lines.slice(lines.indexOf('') + 1);
  expect(end.length).toBeLessThanOrEqual(60);
  expect(Math.max(...end.map((line) => line.length))).toBeLessThan(500);
  expect(end).toContain('  and 62 more failures, named above');
  expect(end).toContain('  and 8 more lines of skipped tests, named above');
});

test('tests of a file that are skipped for the same reason share a line', async () => {
  const skips = [...testsOf(9, 'no database'), ...testsOf(1, 'no dotnet'), ...testsOf(2, '')];
  const { lines } = await run([[[{ name: 'one', run: async () => ({ ...passedSuite, skips }) }]]]);
  expect(lines.filter((line) => line.startsWith('  skipped'))).toEqual([
    '  skipped: one › test/a.test.ts:0 › test 0 and 8 more of this file (no database)',
    '  skipped: one › test/a.test.ts:0 › test 0 (no dotnet)',
    '  skipped: one › test/a.test.ts:0 › test 0 and 1 more of this file',
  ]);
});
