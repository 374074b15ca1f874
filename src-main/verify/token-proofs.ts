import type { ProofRun } from '#shared/console-contract/token-lab-calls.ts';
import { proofIds, proofTexts } from '#shared/token-proofs.ts';
import { openRun } from '../console/token-lab/proofs/open-run.ts';
import { runProof } from '../console/token-lab/run-proof.ts';
import { type Finding, holds, skipped, unclear, type VerifyProof, violated } from './base/verification.ts';
import type { ControlledSubject } from './contract/subject.ts';

function findingOf(run: ProofRun | null): Finding {
  if (run === null || run.verdict === null) return unclear('Stopped before the proof had a result');
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
  if (verdict === 'pass') return holds(title);
  if (verdict === 'fail') return violated(title, places);
  // A clear response that the contract allows isn't a failure, such as CORS headers for registered origins only.
  const wasAnswered = calls.length > 0 && calls.every(({ outcome }) => outcome !== 'unclear');
  return (wasAnswered ? skipped : unclear)(`${title}: ${received}`, places);
}

export function tokenProofs(subject: ControlledSubject): VerifyProof[] {
  const { access, clock, controlled, waits } = subject;
  return proofIds.map((proofId, index) => ({
    id: proofId,
    group: 'tokens',
    title: proofTexts[proofId].title,
    run: async () => {
      const canControl = (await controlled()) !== null;
      if (proofTexts[proofId].needsControl && !canControl)
        return skipped("The service doesn't allow control of its clock and keys");
      if (proofId === 'expiry' && !canControl && !waits)
        return skipped("The service's clock can't be moved from here. Use --wait to wait 61 s");
      let latest: ProofRun | null = null;
      const run = openRun({
        id: index + 1,
        proofId,
        profileId: access.profileId,
        clock,
        onChange: (next) => (latest = next),
      });
      await runProof({ ...subject, run, record: () => undefined });
      return findingOf(latest);
    },
  }));
}
