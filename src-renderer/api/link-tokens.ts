import type { TokenRecord } from '#shared/console-contract/link-tokens-calls.ts';
import type { ProofRun, TokenLabState } from '#shared/console-contract/token-lab-calls.ts';
import type { EventData } from '#shared/console-contract/types.ts';
import { live, useRead } from './console-api.ts';

export interface StampedToken extends TokenRecord {
  readonly began: number;
}

export const stampToken = (record: TokenRecord): StampedToken => ({
  ...record,
  began: performance.now() - record.ageMs,
});

export const recordsKey = ['console', 'link-tokens'] as const;

export const useTokenRecords = (): readonly StampedToken[] | undefined =>
  useRead(recordsKey, async (api, options) => (await api.linkTokens.history({}, options)).map(stampToken), {
    // Structural sharing could keep an old age, which would make the countdown jump.
    structuralSharing: false,
    ...live,
  }).data;

export const tokenLabKey = (profileId: string) => ['console', 'token-lab', profileId] as const;

export const withRun = (runs: readonly ProofRun[], run: ProofRun | null): ProofRun[] =>
  run === null ? [...runs] : [...runs.filter(({ id }) => id !== run.id), run].sort((a, b) => a.id - b.id);

export const mergeTokenLab = (before: TokenLabState, { queue, run }: EventData<'tokenLab:changed'>): TokenLabState => ({
  ...before,
  queue,
  runs: withRun(before.runs, run),
});

export const useTokenLab = (profileId: string) => {
  const query = useRead(tokenLabKey(profileId), (api, options) => api.tokenLab.state({}, options), live);
  return { lab: query.data, error: query.error, retry: query.refetch };
};
