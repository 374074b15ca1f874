import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { StuckHours } from '#shared/console-contract/settings-calls.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useNow } from '#ui/values/times.tsx';
import { stuckFor } from '#shared/stuck.ts';

interface StuckClock {
  readonly thresholds: StuckHours | undefined;
  /** In ms since 1970. */
  readonly now: number;
}

const ClockContext = createContext<StuckClock>({ thresholds: undefined, now: 0 });
/**
 * Provides a clock and the stuck limit for a table (W9).
 * @param rowsAt arrival time of the rows, in ms since 1970
 */
export const StuckSurround = ({ rowsAt, children }: { readonly rowsAt: number; readonly children: ReactNode }) => {
  const thresholds = useSettingsView()?.preferences.stuckHours;
  // Uses the newest arrival time: loaded rows may be older than the previous page, but a stuck row must stay stuck.
  const [newestAt, setNewestAt] = useState(rowsAt);
  if (rowsAt > newestAt) setNewestAt(rowsAt);
  const now = Math.max(useNow(60_000).getTime(), rowsAt, newestAt);
  return <ClockContext value={useMemo(() => ({ thresholds, now }), [thresholds, now])}>{children}</ClockContext>;
};

export const useStuckFor = (status: string, since: string | null): number | null => {
  const { thresholds, now } = useContext(ClockContext);
  return stuckFor(status, since === null ? null : Date.parse(since), thresholds, now);
};
