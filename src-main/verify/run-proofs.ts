import type { Clock } from '../console/clock/clock.ts';
import { ruleOf, unclear, type Verification, type VerifyProof } from './base/verification.ts';

interface RunPorts {
  readonly clock: Clock;
  readonly stopped: AbortSignal;
  /** Aborted by `stopped` and by the time limit of all proofs. */
  readonly signal: AbortSignal;
  readonly clean: (text: string) => string;
  readonly onEnd: (proof: Verification) => void;
}

const fault = (error: unknown) =>
  unclear(`The proof itself failed: ${error instanceof Error ? error.message : String(error)}`);

/** After the time limit or a stop, the remaining proofs are unclear. */
export async function runProofs(
  proofs: readonly VerifyProof[],
  { clock, stopped, signal, clean, onEnd }: RunPorts,
): Promise<readonly Verification[]> {
  const endedProofs: Verification[] = [];
  for (const { run, ...card } of proofs) {
    const startedAt = clock.monotonic();
    const isLate = signal.aborted;
    let finding = isLate ? null : await run().catch(fault);
    if (finding === null || (signal.aborted && finding.state !== 'violated'))
      finding = unclear(stopped.aborted ? 'The run was stopped' : 'Timed out');
    const { state, found, places } = finding;
    const proof: Verification = {
      ...card,
      rule: ruleOf(card),
      state,
      found: clean(found),
      ...(places && { places: places.map(clean) }),
      durationMs: Math.round(clock.monotonic() - startedAt),
    };
    endedProofs.push(proof);
    if (!stopped.aborted) onEnd(proof);
  }
  return endedProofs;
}
