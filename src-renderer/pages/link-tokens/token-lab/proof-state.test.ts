import { describe, expect, test } from 'vitest';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import { proofIds } from '#shared/token-proofs.ts';
import { isBusy, labSummary, latestRun, proofState, runnable } from './proof-state.ts';
import { withRun } from '../../../api/link-tokens.ts';

const run = (id: number, more: Partial<ProofRun>): ProofRun => ({
  id,
  proofId: 'single_use',
  profileId: 'sandbox',
  at: '2026-11-21T10:00:00.000Z',
  state: 'done',
  durationMs: 10,
  doing: null,
  wait: null,
  verdict: 'pass',
  title: '',
  text: '',
  expected: '',
  received: '',
  checks: [],
  calls: [],
  time: 'none',
  ...more,
});
const lab = (more: Partial<TokenLabState>): TokenLabState => ({
  profileId: 'sandbox',
  hasControl: true,
  queue: [],
  runs: [],
  ...more,
});

describe('the list of proofs', { tags: '@W2' }, () => {
  test('a running or queued proof shows that state, not the result of its last run', () => {
    const runs = [run(1, {}), run(2, { verdict: 'fail' })];
    expect(proofState(lab({ runs }), 'single_use')).toBe('fail');
    expect(proofState(lab({ runs, queue: ['single_use'] }), 'single_use')).toBe('queued');
    const running = run(3, { state: 'running', verdict: null });
    expect(proofState(lab({ runs: [...runs, running] }), 'single_use')).toBe('running');
    expect(latestRun(lab({ runs }), 'cors')).toBeUndefined();
    expect(proofState(lab({ runs: [run(1, { state: 'cancelled', verdict: null })] }), 'single_use')).toBe('cancelled');
  });

  test('the summary counts each proof once', () => {
    const runs = [
      run(1, {}),
      run(2, { proofId: 'cors', verdict: 'fail' }),
      run(3, { proofId: 'cookie', verdict: 'unknown' }),
    ];
    expect(labSummary(lab({ runs })).map(({ text }) => text)).toEqual([
      '1 passed',
      '1 failed',
      '1 inconclusive',
      '7 to run',
    ]);
    expect(labSummary(lab({})).map(({ text }) => text)).toEqual(['0 passed', '10 to run']);
    expect([isBusy(lab({ runs })), isBusy(lab({ queue: ['cors'] }))]).toEqual([false, true]);
  });

  test('production skips proofs that disturb a service, and a service without control skips proofs that need it', () => {
    expect(runnable(true, false)).toEqual([...proofIds]);
    expect(runnable(false, false)).toHaveLength(proofIds.length - 2);
    expect(runnable(false, true)).toEqual(['single_use', 'expiry', 'cookie', 'error_shapes', 'cors']);
  });

  test('a changed run of a proof keeps its position, and a new run is last', () => {
    const runs = [run(1, {}), run(2, {})];
    expect(withRun(runs, run(1, { verdict: 'fail' })).map(({ verdict }) => verdict)).toEqual(['fail', 'pass']);
    expect(withRun(runs, run(3, {})).map(({ id }) => id)).toEqual([1, 2, 3]);
    expect(withRun(runs, null)).toEqual(runs);
  });
});
