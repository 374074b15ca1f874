import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';

/** When the rows on screen came, and when the last try to renew them ended; in ms since 1970, 0 for never. */
interface LoadAge {
  readonly rowsAt: number;
  readonly triedAt: number;
  /** Rows are there, and what came since could not be fetched. */
  readonly isStale: boolean;
}

const ms = (text: string | null | undefined): number => Date.parse(text ?? '') || 0;

/** How old loaded rows are. */
export const loadAge = (state: LoadedState | undefined): LoadAge => {
  const rowsAt = ms(state?.toppedUpAt ?? state?.finishedAt);
  return {
    rowsAt,
    triedAt: Math.max(rowsAt, ms(state?.problem?.at)),
    isStale: state !== undefined && state.isTopUp && state.rows > 0 && state.problem !== null,
  };
};
