import type { LabCall, ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { proofTexts, type ProofId } from '#shared/token-lab/proofs.ts';
import type { Clock } from '../clock/clock.ts';
import type { Finding } from './finding.ts';

/** One run while it goes on: each change makes a new record and tells of it. */
export interface OpenRun {
  readonly proofId: ProofId;
  readonly doing: (what: string, waitMs: number | null) => void;
  readonly called: (call: LabCall) => void;
  readonly time: (how: 'clock' | 'waited') => void;
  readonly end: (finding: Finding) => void;
  readonly cancel: () => void;
}

export interface OpenRunInput {
  readonly id: number;
  readonly proofId: ProofId;
  readonly profileId: string;
  readonly clock: Pick<Clock, 'now' | 'monotonic'>;
  readonly onChange: (run: ProofRun) => void;
}

export function openRun({ id, proofId, profileId, clock, onChange }: OpenRunInput): OpenRun {
  const beganAt = clock.monotonic();
  let run: ProofRun = {
    id,
    proofId,
    profileId,
    at: clock.now().toISOString(),
    state: 'running',
    durationMs: 0,
    doing: 'Beginning',
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
    run = { ...run, ...next, durationMs: Math.round(clock.monotonic() - beganAt) };
    onChange(run);
  };
  const over = { doing: null, wait: null } as const;
  return {
    proofId,
    doing: (what, waitMs) =>
      change({ doing: what, wait: waitMs === null ? null : { totalMs: waitMs, leftMs: waitMs } }),
    called: (call) => change({ calls: [...run.calls, call].sort((a, b) => a.no - b.no) }),
    time: (how) => change({ time: how }),
    end: ({ wrong = [], checks = [], ...finding }) =>
      change({
        ...finding,
        ...over,
        state: 'done',
        checks: [...checks],
        calls: run.calls.map((call) => ({ ...call, wrong: wrong.includes(call.no) })),
      }),
    cancel: () =>
      change({ ...over, state: 'cancelled', title: 'Cancelled', text: 'The proof was ended before it could tell.' }),
  };
}
