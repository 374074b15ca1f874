import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import type { ControlState } from '#shared/service-control/control-state.ts';
import { proofIds, proofTexts } from '#shared/token-proofs.ts';
import type { Access } from '../console/api-client/api-client.ts';
import type { HttpTransport } from '../console/ports/http-transport.ts';
import { openRun, type ProofPorts, runProof } from '../console/token-lab/run-proof.ts';
import type { Finding, VerifyProof } from './base/verification.ts';

interface TokenProofPorts extends ProofPorts {
  readonly access: Access;
  readonly transport: HttpTransport;
  readonly signal: AbortSignal;
  /** Returns null if this program can't control the service's clock and keys. */
  readonly controlled: () => Promise<ControlState | null>;
  readonly waits: boolean;
}

function findingOf(run: ProofRun | null): Finding {
  if (run === null || run.verdict === null) return { state: 'unclear', found: 'Stopped before the proof had a result' };
  const { verdict, title, expected, received, checks, calls } = run;
  const failedChecks = checks.filter((check) => check.verdict === 'fail');
  const places = [
    `Expected: ${expected}`,
    `Received: ${received}`,
    ...failedChecks.map((check) => `${check.name}: expected ${check.expected}, received ${check.received}`),
    ...calls
      .filter(({ wrong }) => wrong)
      .map(({ what, method, path, status }) => `${what}: ${method} ${path}: ${status}`),
  ];
  if (verdict === 'pass') return { state: 'held', found: title };
  if (verdict === 'fail') return { state: 'violated', found: title, places };
  // A clear response that the contract allows, such as CORS for registered origins only, isn't a failure.
  const wasAnswered = calls.length > 0 && calls.every(({ outcome }) => outcome !== 'unclear');
  return { state: wasAnswered ? 'skipped' : 'unclear', found: `${title}: ${received}`, places };
}

export function tokenProofs(ports: TokenProofPorts): VerifyProof[] {
  const { access, transport, signal, controlled, waits, ...rest } = ports;
  return proofIds.map((proofId, index) => ({
    id: proofId,
    group: 'tokens',
    title: proofTexts[proofId].title,
    run: async () => {
      const canControl = (await controlled()) !== null;
      if (proofTexts[proofId].needsControl && !canControl) {
        return { state: 'skipped', found: "The service doesn't allow control of its clock and keys" };
      }
      if (proofId === 'expiry' && !canControl && !waits) {
        return { state: 'skipped', found: "The service's clock can't be moved from here. Use --wait to wait 61 s" };
      }
      let latest: ProofRun | null = null;
      const run = openRun({
        id: index + 1,
        proofId,
        profileId: access.profileId,
        clock: ports.clock,
        onChange: (next) => (latest = next),
      });
      await runProof({ ...rest, run, access, transport, signal });
      return findingOf(latest);
    },
  }));
}
