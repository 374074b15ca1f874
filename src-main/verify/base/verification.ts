/** Outcomes of a proof. `unclear`: the service didn't respond as needed, or not in time. */
export const states = ['held', 'violated', 'skipped', 'unclear'] as const;
export type VerificationState = (typeof states)[number];

export interface Finding {
  readonly state: VerificationState;
  /** One sentence without a full stop. */
  readonly found: string;
  /** Evidence: one line per request and its response. */
  readonly places?: readonly string[];
}

export interface ProofCard {
  readonly id: string;
  readonly group: 'tokens' | 'contract' | 'sdk' | 'webhooks';
  readonly title: string;
}

const rulesOfGroup: Readonly<Record<ProofCard['group'], string>> = {
  tokens: 'contract.md#tokens',
  contract: 'contract.md#requests-and-errors',
  sdk: 'sdk.md#functions',
  webhooks: 'webhooks.md#receive-deliveries',
};

const rules: Readonly<Record<string, string>> = {
  undocumented_fields: 'contract.md#resources',
  missing_fields: 'contract.md#resources',
  field_types: 'contract.md#resources',
  status_values: 'contract.md#statuses',
  page_sizes: 'contract.md#lists',
  page_totals: 'contract.md#lists',
  page_overlap: 'contract.md#lists',
  created_order: 'contract.md#lists',
  own_rows: 'contract.md#lists',
  modal_address: 'contract.md#tokens',
  sdk_events: 'sdk.md#events',
  webhook_feed: 'webhooks.md#follow-the-feed',
};

export const ruleOf = ({ id, group }: ProofCard): string => `docs/${rules[id] ?? rulesOfGroup[group]}`;

/** A runnable proof. Never rejects. Findings after the end of the run are discarded. */
export interface VerifyProof extends ProofCard {
  readonly run: () => Promise<Finding>;
}

const findingOf =
  (state: VerificationState) =>
  (found: string, places?: readonly string[]): Finding => ({ state, found, ...(places && { places }) });
export const holds = findingOf('held');
export const violated = findingOf('violated');
export const skipped = findingOf('skipped');
export const unclear = findingOf('unclear');

const isFinding = (findings: object): findings is Finding => 'state' in findings;

/** The created proofs share one run of `walk`, which finds a result for each name, or one for all. */
export function proofsOfWalk<Name extends string>(
  group: ProofCard['group'],
  walk: () => Promise<Readonly<Record<Name, Finding>> | Finding>,
) {
  let walked: ReturnType<typeof walk> | undefined;
  return (id: string, title: string, name: Name): VerifyProof => ({
    id,
    group,
    title,
    run: async () => {
      const findings = await (walked ??= walk());
      return isFinding(findings) ? findings : findings[name];
    },
  });
}

export interface Verification extends ProofCard, Finding {
  readonly rule: string;
  readonly durationMs: number;
}

export interface VerificationRun {
  readonly version: string;
  readonly baseURL: string;
  /** ISO 8601. */
  readonly at: string;
  readonly durationMs: number;
  readonly exitCode: number;
  readonly proofs: readonly Verification[];
}

export const countStates = (proofs: readonly Finding[]): Readonly<Record<VerificationState, number>> => {
  const count = (state: VerificationState): number => proofs.filter((proof) => proof.state === state).length;
  return { held: count('held'), violated: count('violated'), skipped: count('skipped'), unclear: count('unclear') };
};
