import type { LabCall, ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import type { Clock } from '../../clock/clock.ts';
import type { Finding } from './proof.ts';

interface OpenRunInput {
  readonly id: number;
  readonly proofId: ProofId;
  readonly profileId: string;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly onChange: (run: ProofRun) => void;
}

export function openRun({ id, proofId, profileId, clock, onChange }: OpenRunInput) {
  const startedAt = clock.monotonic();
  let run: ProofRun = {
    id,
    proofId,
    profileId,
    at: clock.now().toISOString(),
    state: 'running',
    durationMs: 0,
    doing: 'Starting',
    wait: null,
    verdict: null,
    title: '',
    text: '',
    expected: proofTexts[proofId].must,
    received: '',
    checks: [],
    calls: [],
    time: 'none',
  };
  const change = (next: Partial<ProofRun>): void => {
    run = { ...run, ...next, durationMs: Math.round(clock.monotonic() - startedAt) };
    onChange(run);
  };
  const finishedFields = { doing: null, wait: null } as const;
  return {
    proofId,
    reportStep: (what: string, waitMs: number | null) =>
      change({ doing: what, wait: waitMs === null ? null : { totalMs: waitMs, leftMs: waitMs } }),
    called: (call: LabCall) => change({ calls: [...run.calls, call].sort((a, b) => a.no - b.no) }),
    time: (how: 'clock' | 'waited') => change({ time: how }),
    end: ({ wrong = [], checks = [], ...finding }: Finding) =>
      change({
        ...finding,
        ...finishedFields,
        state: 'done',
        checks: [...checks],
        calls: run.calls.map((call) => ({ ...call, wrong: wrong.includes(call.no) })),
      }),
    cancel: () =>
      change({
        ...finishedFields,
        state: 'cancelled',
        title: 'Cancelled',
        text: 'The proof was stopped before it had a result.',
      }),
  };
}

export type OpenRun = ReturnType<typeof openRun>;
