import type { LabCall, ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { type ProofId, proofTexts } from '#shared/token-proofs.ts';
import type { Access } from '../api-client/service-client.ts';
import type { HttpTransport } from '../ports/http-transport.ts';
import type { Clock } from '../clock/clock.ts';
import { cookie } from './proofs/cookie.ts';
import { cors } from './proofs/cors.ts';
import { errorShapes } from './proofs/error-shapes.ts';
import { accessTokenHour, expiry } from './proofs/expiry.ts';
import { createProofLab } from './proofs/proof-lab.ts';
import { type Finding, Inconclusive, type Proof } from './proofs/proof.ts';
import { revokedKey } from './proofs/revoked-key.ts';
import { createRunSecrets } from './proofs/run-secrets.ts';
import { eightExchanges, singleUse } from './proofs/single-use.ts';
import { noScheme, wrongKey } from './proofs/wrong-key.ts';
import type { RecordAttempt } from '../api-client/attempt-record.ts';
import type { ConsolePorts } from '../ports/console-ports.ts';
import type { ServiceControl } from '../service-control/service-control.ts';

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

type OpenRun = ReturnType<typeof openRun>;

const allProofs: Readonly<Record<ProofId, Proof>> = {
  single_use: singleUse,
  expiry,
  eight_at_once: eightExchanges,
  wrong_key: wrongKey,
  no_scheme: noScheme,
  revoked_key: revokedKey,
  cookie,
  error_shapes: errorShapes,
  cors,
  access_token_hour: accessTokenHour,
};

interface ProofPorts extends Pick<ConsolePorts, 'clock' | 'version' | 'redactor'> {
  readonly control: ServiceControl;
  readonly record: RecordAttempt;
}

interface ProofToRun extends ProofPorts {
  readonly run: OpenRun;
  readonly access: Access;
  readonly transport: HttpTransport;
  readonly signal: AbortSignal;
}

export async function runProof({ run, access, transport, signal, ...ports }: ProofToRun): Promise<void> {
  const stateResult = await ports.control.state(access, signal);
  const controlled = stateResult.ok && typeof stateResult.value !== 'string' ? stateResult.value : null;
  const lab = createProofLab({
    ...ports,
    access,
    transport,
    signal,
    controlled,
    secrets: createRunSecrets(ports.redactor),
    sanitizer: ports.redactor,
    title: proofTexts[run.proofId].title,
    onCall: run.called,
    onProgress: run.reportStep,
    onTime: run.time,
  });
  const finding = await allProofs[run.proofId](lab).catch((error: unknown) => {
    if (error instanceof Inconclusive) return error.finding;
    throw error;
  });
  await lab.end();
  if (signal.aborted) run.cancel();
  else run.end(finding);
}
