import { expect, test } from 'vitest';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { activeInSandbox, scenarioText, spanText } from './sandbox-words.ts';

const untouched: ControlState = {
  now: '2026-11-21T10:00:00.000Z',
  offset_ms: 0,
  scenario: null,
  rules: [],
  seed: null,
};
const rule = { id: 1, match: {}, effect: { status: 503 }, met: 0, held: 0 };

test.each([
  [61_000, '61 s'],
  [119_600, '2 min'],
  [120_000, '2 min'],
  [3_600_000, '1 h'],
  [3_661_000, '1 h 1 min'],
  [86_400_000, '1 day'],
  [187_200_000, '2 days 4 h'],
])('a time span of %d ms is shown as %s', { tags: '@W4' }, (ms, text) => expect(spanText(ms)).toBe(text));

test('a service without changes has nothing to show', { tags: '@W4' }, () =>
  expect(activeInSandbox(untouched)).toEqual([]),
);

test('active faults, held responses, the scenario and a moved clock are listed', { tags: '@W4' }, () => {
  const rules = [
    { ...rule, times: 2, met: 2 },
    { ...rule, id: 2, times: 1, met: 1, held: 1, effect: { stall: true as const } },
    { ...rule, id: 3, percent: 1 },
  ];
  expect(
    activeInSandbox({ ...untouched, rules, scenario: { next: 'needs_input', times: 2 }, offset_ms: 61_000 }),
  ).toEqual(['2 faults', '1 paused response', 'next 2 modals: needs input', 'clock 61 s ahead']);
});

test('a rule that has matched all its requests is inactive', { tags: '@W4' }, () => {
  expect(activeInSandbox({ ...untouched, rules: [{ ...rule, times: 2, met: 2 }] })).toEqual([]);
});

test('a sentence says what the next modals will do', { tags: '@W4' }, () => {
  expect(scenarioText(null)).toBe('The user name of the sign-in selects what the next modal does.');
  expect(scenarioText({ next: 'slow', times: 1 })).toBe('In the next modal: the copy takes 3 minutes.');
  expect(scenarioText({ next: 'slow', times: 3 })).toBe('In each of the next 3 modals: the copy takes 3 minutes.');
});
