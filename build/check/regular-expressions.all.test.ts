import { Script } from 'node:vm';
import { expect, test } from 'vitest';
import { findRegularExpressions } from './testing/find-regular-expressions.ts';
import { hostileTexts } from './testing/hostile-texts.ts';

const length = 262_144;
const maxMs = 200;
/** Stricter limit in ms for shorter text. An expression that meets this limit also meets `maxMs`. */
const [sampleLength, maxSampleMs] = [length / 16, 0.5];

/** Finds every match without creating objects. `vm` can stop an expression that would take minutes. */
const search = new Script("text.replace(searched, '')");

/** Returns the CPU time in ms that this process needs to find every match. */
const costOf = (expression: RegExp, text: string, timeout: number): number => {
  const flags = `${expression.flags.replaceAll(/[gy]/g, '')}g`;
  Object.assign(globalThis, { searched: new RegExp(expression.source, flags), text });
  const before = process.cpuUsage();
  try {
    search.runInThisContext({ timeout });
  } catch {
    return Infinity;
  }
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
};

/** Measures three times and uses the lowest value, so that garbage collection doesn't affect the result. */
const isOver = (limit: number, expression: RegExp, text: string, timeout: number): boolean => {
  for (let attempt = 0; attempt < 3; attempt++) {
    const cost = costOf(expression, text, timeout);
    if (cost <= limit) return false;
    if (cost === Infinity) return true;
  }
  return true;
};

/**
 * Returns the first string that takes too long.
 * @param timeout ms until a search is stopped; ten times the limit, because the device may be busy
 */
const slowText = (expression: RegExp, timeout = 10 * maxMs): string | undefined =>
  hostileTexts(expression, sampleLength).some((text) => isOver(maxSampleMs, expression, text, timeout))
    ? hostileTexts(expression, length).find((text) => isOver(maxMs, expression, text, timeout))
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

test('the check of regular expressions finds quadratic and exponential expressions', () => {
  expect(slowText(/[a-z._]+@[a-z]+/, maxMs)).toBeDefined();
  expect(slowText(/^(?:a+)+$/, maxMs)).toBeDefined();
  expect(slowText(/"\w*":/)).toBeUndefined();
});
