import type { LabCheck } from '#shared/console-contract/token-lab-calls.ts';
import type { Verdict } from '#shared/token-lab/proofs.ts';
import type { LabReply } from './lab-caller.ts';

/** What a proof found. */
export interface Finding {
  readonly verdict: Verdict;
  /** One sentence without a full stop. */
  readonly title: string;
  readonly text: string;
  readonly expected: string;
  readonly received: string;
  readonly checks?: readonly LabCheck[];
  /** Numbers of the calls that must not have gone so. */
  readonly wrong?: readonly number[];
}

/** The service gave no answer that tells. */
export const cannotTell = (title: string, expected: string, reply: Pick<LabReply, 'said'>): Finding => ({
  verdict: 'unknown',
  title,
  text: 'The answer neither proves nor disproves it. Look at what came back, then run this proof again.',
  expected,
  received: reply.said,
});

export const check = (name: string, expected: string, received: string, verdict: LabCheck['verdict']): LabCheck => ({
  name,
  expected,
  received,
  verdict,
});

/** Fail when one check fails, unknown when one cannot be told, else pass. */
export const verdictOf = (checks: readonly LabCheck[]): Verdict => {
  if (checks.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return checks.some(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'pass';
};

/** Whether what had to be refused was: unknown where the answer does not tell. */
export const refusalVerdict = ({ outcome }: LabReply): Verdict => {
  if (outcome === 'refused') return 'pass';
  return outcome === 'accepted' ? 'fail' : 'unknown';
};
