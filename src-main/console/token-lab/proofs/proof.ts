import type { LabCheck } from '#shared/console-contract/token-lab-calls.ts';
import type { Verdict } from '#shared/token-proofs.ts';
import type { Access } from '../../api-client/api-client.ts';
import type { LabReply, SendLabRequest } from './lab-caller.ts';
import type { RunSecrets } from './run-secrets.ts';

export interface Finding {
  readonly verdict: Verdict;
  /** One sentence without a full stop. */
  readonly title: string;
  readonly text: string;
  readonly expected: string;
  readonly received: string;
  readonly checks?: readonly LabCheck[];
  /** Numbers of the requests that the contract doesn't allow. */
  readonly wrong?: readonly number[];
}

export const inconclusiveFinding = (title: string, expected: string, reply: Pick<LabReply, 'summary'>): Finding => ({
  verdict: 'unknown',
  title,
  text: 'The response is inconclusive. Check the response, then run this proof again.',
  expected,
  received: reply.summary,
});

export const check = (name: string, expected: string, received: string, verdict: LabCheck['verdict']): LabCheck => ({
  name,
  expected,
  received,
  verdict,
});

export const verdictOf = (checks: readonly LabCheck[]): Verdict => {
  if (checks.some(({ verdict }) => verdict === 'fail')) return 'fail';
  return checks.some(({ verdict }) => verdict === 'unknown') ? 'unknown' : 'pass';
};

/** For a request that the service must refuse. */
export const refusalVerdict = ({ outcome }: LabReply): Verdict => {
  if (outcome === 'refused') return 'pass';
  return outcome === 'accepted' ? 'fail' : 'unknown';
};

export type StepResult<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly finding: Finding };

/** Functions that a proof can use. They never reject, and the runner discards the results of cancelled runs. */
export interface ProofLab {
  readonly access: Access;
  readonly secrets: RunSecrets;
  readonly send: SendLabRequest;
  readonly mint: (key?: string) => Promise<StepResult<string>>;
  readonly exchange: (what: string, linkToken: string, more?: { readonly lane?: boolean }) => Promise<LabReply>;
  readonly accessToken: (key?: string) => Promise<StepResult<{ readonly token: string; readonly reply: LabReply }>>;
  /** Lets time pass by advancing the service's clock or, if that is impossible, by waiting. */
  readonly advanceTime: (seconds: number, what: string) => Promise<StepResult<null>>;
  /** Null if the lab can't create and revoke keys of the service. */
  readonly keys: {
    readonly make: () => Promise<StepResult<{ readonly id: string; readonly apiKey: string }>>;
    readonly revoke: (id: string) => Promise<StepResult<null>>;
  } | null;
}

export type Proof = (lab: ProofLab) => Promise<Finding>;
