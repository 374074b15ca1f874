import type { LabCheck } from '#shared/console-contract/token-lab-calls.ts';
import type { Verdict } from '#shared/token-proofs.ts';
import type { Access } from '../../api-client/service-client.ts';
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

const inconclusiveText = 'The response is inconclusive. Check the response, then run this proof again.';

/** Ends a proof whose response proves nothing. Thrown by proofs and by the steps of the lab; `runProof` catches it. */
export class Inconclusive extends Error {
  readonly finding: Finding;
  constructor(title: string, expected: string, { summary }: Pick<LabReply, 'summary'>) {
    super(title);
    this.finding = { verdict: 'unknown', title, text: inconclusiveText, expected, received: summary };
  }
}

interface JudgedCheck extends LabCheck {
  /** Number of the checked request. Omitted if the check isn't about a single request. */
  readonly no?: number | undefined;
}

export const check = (
  name: string,
  expected: string,
  received: string,
  verdict: Verdict,
  reply?: Pick<LabReply, 'no'>,
): JudgedCheck => ({ name, expected, received, verdict, no: reply?.no });

/** For a request that the service must refuse. */
export const refusalVerdict = ({ outcome }: LabReply): Verdict => {
  if (outcome === 'refused') return 'pass';
  return outcome === 'accepted' ? 'fail' : 'unknown';
};

export const refusalCheck = (name: string, reply: LabReply): JudgedCheck =>
  check(name, 'refused', reply.summary, refusalVerdict(reply), reply);

/** Like `refusalCheck`, for a modal request: a 404 means that the service accepted the credential but found no modal. */
export const modalRefusalCheck = (name: string, reply: LabReply): JudgedCheck =>
  reply.status === 404 ? check(name, 'refused', reply.summary, 'fail', reply) : refusalCheck(name, reply);

/**
 * Returns the finding of several checks: `fail` if one failed, else `unknown` if one is unclear, else `pass`.
 * @param words `received` defaults to `expected`, or to the first unclear response
 */
export function conclude(
  expected: string,
  judgedChecks: readonly JudgedCheck[],
  words: Readonly<Record<Verdict, Pick<Finding, 'title'> & Partial<Finding>>>,
): Finding {
  const of = (verdict: Verdict) => judgedChecks.filter((one) => one.verdict === verdict);
  const [unclear] = of('unknown');
  const verdict = of('fail').length > 0 ? 'fail' : unclear ? 'unknown' : 'pass';
  return {
    verdict,
    expected,
    text: inconclusiveText,
    received: unclear?.received ?? expected,
    checks: judgedChecks.map(({ no: _no, ...one }) => one),
    wrong: of('fail').flatMap(({ no }) => no ?? []),
    ...words[verdict],
  };
}

/** Functions that a proof can use. They reject only with `Inconclusive`. The runner discards results of cancelled runs. */
export interface ProofLab {
  readonly access: Access;
  readonly secrets: RunSecrets;
  readonly send: SendLabRequest;
  readonly mint: (key?: string) => Promise<string>;
  readonly exchange: (what: string, linkToken: string, more?: { readonly lane?: boolean }) => Promise<LabReply>;
  readonly accessToken: (key?: string) => Promise<{ readonly token: string; readonly reply: LabReply }>;
  /** Lets time pass by advancing the service's clock or, if that is impossible, by waiting. */
  readonly advanceTime: (seconds: number, what: string) => Promise<void>;
  /** Null if the lab can't create and revoke keys of the service. */
  readonly keys: {
    readonly make: () => Promise<{ readonly id: string; readonly apiKey: string }>;
    readonly revoke: (id: string) => Promise<unknown>;
  } | null;
}

export type Proof = (lab: ProofLab) => Promise<Finding>;
