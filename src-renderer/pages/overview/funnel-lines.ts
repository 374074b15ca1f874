import type { FunnelView } from '#shared/console-contract/activity-calls.ts';

export interface FunnelLine {
  /** Undefined for all providers. Null for sessions without a provider. */
  readonly provider: string | null | undefined;
  readonly steps: readonly { readonly step: string; readonly sessions: number; readonly lost: number }[];
  readonly worst: string | null;
}

type Counts = Pick<FunnelView, 'steps' | 'statuses'>;

const lineOf = (provider: FunnelLine['provider'], { steps, statuses }: Counts): FunnelLine => {
  /** Sessions whose copy is still running. They don't count as lost before the last step. */
  const runningCount = (statuses['WORKING'] ?? 0) + (statuses['PENDING_USER_INPUT'] ?? 0);
  const stepsWithLosses = steps.map(({ step, sessions }, index) => {
    const lostCount = (steps[index - 1]?.sessions ?? sessions) - sessions;
    return { step, sessions, lost: Math.max(0, index === steps.length - 1 ? lostCount - runningCount : lostCount) };
  });
  const maxLost = Math.max(0, ...stepsWithLosses.map(({ lost }) => lost));
  return {
    provider,
    steps: stepsWithLosses,
    worst: maxLost === 0 ? null : (stepsWithLosses.find(({ lost }) => lost === maxLost)?.step ?? null),
  };
};

const maxProviders = 6;

export const funnelLines = (funnel: FunnelView): readonly FunnelLine[] => [
  lineOf(undefined, funnel),
  ...funnel.providers.slice(0, maxProviders).map((provider) => lineOf(provider.provider, provider)),
];
