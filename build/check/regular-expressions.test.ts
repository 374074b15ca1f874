import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { findRegularExpressions } from './find-regular-expressions.ts';
import { hostileTexts } from './hostile-texts.ts';

const length = 262_144;
const maxMs = 200;
/** An expression that searches a sixteenth this fast stays below the limit for the whole, even if it is quadratic. */
const [sampleLength, maxSampleMs] = [length / 16, 0.5];

/** Finds every match without an object for each. `vm` ends an expression that would take minutes. */
const search = new Script("text.replace(searched, '')");

/** CPU time of this process that finding every match takes, in ms. */
const costOf = (expression: RegExp, text: string): number => {
  const flags = `${expression.flags.replaceAll(/[gy]/g, '')}g`;
  Object.assign(globalThis, { searched: new RegExp(expression.source, flags), text });
  const before = process.cpuUsage();
  try {
    search.runInThisContext({ timeout: 10 * maxMs });
  } catch {
    return Infinity;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** The lowest of three counts, so that a garbage collection in between does not. */
const isOver = (limit: number, expression: RegExp, text: string): boolean => {
  for (let tries = 0; tries < 3; tries++) {
    const cost = costOf(expression, text);
    if (cost <= limit) return false;
    if (cost === Infinity) return true;
  }
  return true;
};

/** Returns the first text that the expression takes too long for. */
const slowText = (expression: RegExp): string | undefined =>
  hostileTexts(expression, sampleLength).some((text) => isOver(maxSampleMs, expression, text))
    ? hostileTexts(expression, length).find((text) => isOver(maxMs, expression, text))
    : undefined;

test(
  'every regular expression of the programs searches 256 KiB of its worst input within 200 ms',
  { tags: ['@T41', '@A11'], timeout: 600_000 },
  async () => {
    const { found, hidden } = await findRegularExpressions();
    expect(found.length).toBeGreaterThan(200);
    const slow = found.flatMap(({ place, expression }) => {
      const text = slowText(expression);
      return text === undefined ? [] : [`${place} ${expression} ${JSON.stringify(text.slice(0, 12))}`];
    });
    expect(slow).toEqual([]);
    expect(hidden).toEqual([]);
  },
);

test('the check of regular expressions finds one that is quadratic, and one that is exponential', () => {
  expect(slowText(/[a-z._]+@[a-z]+/)).toBeDefined();
  expect(slowText(/^(?:a+)+$/)).toBeDefined();
  expect(slowText(/"\w*":/)).toBeUndefined();
});
