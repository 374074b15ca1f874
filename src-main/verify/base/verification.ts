/** What can come of a proof; `unclear`: the service did not answer what it needs, or not in time. */
export const states = ['held', 'violated', 'skipped', 'unclear'] as const;
export type VerificationState = (typeof states)[number];

/** What one proof found. */
export interface Finding {
  readonly state: VerificationState;
  /** One sentence without a full stop. */
  readonly found: string;
  /** Where it was seen: a request with what came, one line each. */
  readonly places?: readonly string[];
}

/** One proof as it is listed and reported. */
export interface ProofCard {
  readonly id: string;
  readonly group: 'tokens' | 'contract' | 'sdk' | 'webhooks';
  /** What holds when it holds. */
  readonly title: string;
}

/** A proof that can be run. Never rejects; what it finds after the run was ended is thrown away. */
export interface VerifyProof extends ProofCard {
  readonly run: () => Promise<Finding>;
}

/** A proof that has ended. */
export interface Verification extends ProofCard, Finding {
  readonly durationMs: number;
}

/** A whole run. */
export interface VerificationRun {
  readonly version: string;
  readonly baseURL: string;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly proofs: readonly Verification[];
}

/** How many proofs ended in each way. */
export const countStates = (proofs: readonly Finding[]): Readonly<Record<VerificationState, number>> => {
  const count = (state: VerificationState): number => proofs.filter((one) => one.state === state).length;
  return { held: count('held'), violated: count('violated'), skipped: count('skipped'), unclear: count('unclear') };
};
