import fc from 'fast-check';
import { expect, test } from 'vitest';
import { bytesOfHex, diffBytes, firstDifference, type Run, runText, windowOf } from './byte-diff.ts';

const join = (runs: readonly Run[], part?: boolean): string =>
  Buffer.concat(
    runs.filter(({ differs }) => part === undefined || differs === part).map(({ bytes }) => bytes),
  ).toString('latin1');

test('the compared runs add up to both bodies, and equal runs match', { tags: '@W10' }, () => {
  const bytes = fc.uint8Array({ maxLength: 60 });
  fc.assert(
    fc.property(bytes, bytes, bytes, bytes, (start, one, two, end) => {
      const a = Uint8Array.from([...start, ...one, ...end]);
      const b = Uint8Array.from([...start, ...two, ...end]);
      const runs = diffBytes(a, b);
      expect(join(runs.a)).toBe(Buffer.from(a).toString('latin1'));
      expect(join(runs.b)).toBe(Buffer.from(b).toString('latin1'));
      expect(join(runs.a, false)).toBe(join(runs.b, false));
      expect(join(runs.a, true) + join(runs.b, true) === '').toBe(Buffer.compare(a, b) === 0);
    }),
  );
});

test('a difference in white space alone is marked', { tags: '@W10' }, () => {
  const value = { type: 'migration.status_updated', data: { id: 'ä' }, sequence: 4 };
  const { a, b } = diffBytes(Buffer.from(JSON.stringify(value)), Buffer.from(JSON.stringify(value, null, 2)));
  expect(join(a, true)).toBe('');
  expect(join(b, true).trim()).toBe('');
  expect(firstDifference(b)).toBe(1);
  expect(windowOf(b, 0, 12).map(runText).join('')).toBe('{↵··"type":·');
});

test('hex decodes to the original bytes', { tags: '@W10' }, () => {
  expect([...bytesOfHex('00ff10')]).toEqual([0, 255, 16]);
});
