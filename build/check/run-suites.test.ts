import { expect, test } from 'vitest';
import { runSuites, type Stage } from './run-suites.ts';
import type { Suite, SuiteCount } from './suite.ts';

/** Runs stages with a clock that goes on by a minute at each look. */
async function run(stages: readonly Stage[]) {
  const lines: string[] = [];
  let minutes = 0;
  const now = () => (minutes += 1) * 60_000;
  const code = await runSuites(stages, { write: (line) => lines.push(line), now });
  return { lines, code, last: lines.at(-1) };
}

const suite = (name: string, count: Partial<SuiteCount>, more: Partial<Suite> = {}): Suite => ({
  name,
  run: async (say) => {
    say('a line');
    return { passed: 0, failed: 0, skipped: 0, ...count };
  },
  ...more,
});

test('suites: the very last line is the sum, and any failure is exit code 1', async () => {
  const good = await run([[[suite('one', { passed: 3 })], [suite('two', { passed: 4, skipped: 1 })]]]);
  expect(good).toMatchObject({ code: 0, last: '7 passed, 0 failed' });
  expect(good.lines).toContain('one | a line');
  const bad = await run([[[suite('one', { passed: 3 }), suite('two', { failed: 2 })]]]);
  expect(bad).toMatchObject({ code: 1, last: '3 passed, 2 failed' });
});

test('suites: a failed one stops no other one, and one over its budget is pointed out', async () => {
  const { lines, last } = await run([
    [[suite('first', { failed: 1 }), suite('second', { passed: 1 }, { budget: 0.5 })]],
    [[suite('third', { passed: 1 })]],
  ]);
  expect(last).toBe('2 passed, 1 failed');
  expect(lines.find((line) => line.startsWith('  second'))).toMatch(
    /1 passed, 0 failed in 60\.0 s, over its budget of 0\.5 min$/,
  );
});

test('[fault] (F23) suites: none at all is a failure', async () => {
  expect(await run([])).toMatchObject({ code: 1, last: '0 passed, 0 failed' });
});
