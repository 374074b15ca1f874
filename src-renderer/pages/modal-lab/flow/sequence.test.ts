import { expect, test } from 'vitest';
import { sequenceOf } from './sequence.ts';
import { flowOf } from '../testing/flow-of.ts';

const done = (flow: Parameters<typeof sequenceOf>[0]) => sequenceOf(flow).map(({ isDone }) => isDone);

test('the sequence diagram fills in as the flow progresses', { tags: '@C16' }, () => {
  const linkToken = { ageMs: 5, mintMs: 4, usedAfterMs: null };
  expect(done(flowOf())).toEqual([true, false, false, false, false, false, false, false]);
  expect(done(flowOf({ linkToken })).indexOf(false)).toBe(3);
  const accessToken = { ageMs: 1, exchangeMs: 3, endedAfterMs: null };
  expect(done(flowOf({ linkToken, accessToken })).indexOf(false)).toBe(4);
  const modal = { ms: 6, frameMs: 20 };
  expect(done(flowOf({ linkToken, accessToken, modal })).indexOf(false)).toBe(6);
  const end = { kind: 'completed', reason: null } as const;
  expect(done(flowOf({ linkToken, accessToken, modal, events: 3, end }))).not.toContain(false);
});

test('a resumed flow sends no backend request', { tags: '@C16' }, () => {
  expect(sequenceOf(flowOf({ how: 'resume' })).some(({ from, to }) => from === 1 || to === 1)).toBe(false);
});
