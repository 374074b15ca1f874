import { expect, test } from 'vitest';
import { flowSteps } from './flow-steps.ts';
import { flowOf } from '../testing/flow-of.ts';

const states = (flow: Parameters<typeof flowSteps>[0]) => flowSteps(flow).map(({ state }) => state);
const linkToken = { ageMs: 1_500, mintMs: 4, usedAfterMs: 1_400 };
const accessToken = { ageMs: 100, exchangeMs: 3, endedAfterMs: null };
const modal = { ms: 6, frameMs: 20 };

test('only one step of the flow is in progress', { tags: '@C16' }, () => {
  expect(states(flowOf())).toEqual(['now', 'later', 'later', 'later', 'later']);
  expect(states(flowOf({ linkToken }))).toEqual(['done', 'now', 'later', 'later', 'later']);
  expect(states(flowOf({ linkToken, accessToken }))).toEqual(['done', 'done', 'now', 'later', 'later']);
  const opened = { linkToken, accessToken, modal };
  expect(states(flowOf({ ...opened, status: 'NOT_READY' }))).toEqual(['done', 'done', 'done', 'now', 'later']);
  const chosen = { ...opened, isProviderChosen: true };
  expect(states(flowOf({ ...chosen, status: 'NOT_READY' }))).toEqual(['done', 'done', 'done', 'done', 'now']);
});

test('the steps describe the tokens and the end of the flow', { tags: '@C16' }, () => {
  const end = { kind: 'failed', reason: 'provider_failed' } as const;
  const steps = flowSteps(flowOf({ linkToken, accessToken, modal, status: 'FAILED', end }));
  expect(steps[0]?.lines).toEqual(['Created in 4 ms', 'Used after 1.4 s']);
  expect(steps[1]?.lines).toEqual(['Exchanged in 3 ms', 'Valid for 1 h']);
  expect(steps[4]).toMatchObject({ title: 'Failed', lines: ['FAILED, provider_failed'], state: 'failed' });
});

test('an undocumented status is shown unchanged', { tags: '@C16' }, () => {
  const steps = flowSteps(flowOf({ linkToken, accessToken, modal, isProviderChosen: true, status: 'REVERTING' }));
  expect(steps[4]).toMatchObject({ lines: ['REVERTING'], state: 'now' });
});

test('a problem stops the step that is in progress', { tags: ['@C16', '@F26'] }, () => {
  expect(flowSteps(flowOf({ isStopped: true }))[0]).toMatchObject({ state: 'failed', lines: ['Stopped here'] });
  expect(states(flowOf({ linkToken, isStopped: true }))).toEqual(['done', 'failed', 'skipped', 'skipped', 'skipped']);
});
