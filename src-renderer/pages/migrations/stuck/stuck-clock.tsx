import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { StuckHours } from '#shared/console-contract/settings-calls.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useRead } from '../../../api/console-api.ts';
import { useNow } from '#ui/values/times.tsx';
import { stuckFor } from '#shared/stuck.ts';

interface StuckClock {
  readonly thresholds: StuckHours | undefined;
  /** In ms since 1970. */
  readonly now: number;
  /** End of the last visit, in ms since 1970. NaN on the first visit. */
  readonly visitedAt: number;
}

const ClockContext = createContext<StuckClock>({ thresholds: undefined, now: 0, visitedAt: Number.NaN });
/**
 * Provides a clock, the stuck limit (W9) and the last visit for a table.
 * @param rowsAt arrival time of the rows, in ms since 1970
 */
export const StuckSurround = ({ rowsAt, children }: { readonly rowsAt: number; readonly children: ReactNode }) => {
  const thresholds = useSettingsView()?.preferences.stuckHours;
  const { data } = useRead(['loaded', 'visit'], (api, options) => api.loaded.lastVisit({}, options), {
    staleTime: Number.POSITIVE_INFINITY,
  });
  const visitedAt = Date.parse(data?.at ?? '');
  // Uses the newest arrival time: loaded rows may be older than the previous page, but a stuck row must stay stuck.
  const [newestAt, setNewestAt] = useState(rowsAt);
  if (rowsAt > newestAt) setNewestAt(rowsAt);
  const now = Math.max(useNow(60_000).getTime(), rowsAt, newestAt);
  const clock = useMemo(() => ({ thresholds, now, visitedAt }), [thresholds, now, visitedAt]);
  return <ClockContext value={clock}>{children}</ClockContext>;
};

export const useStuckFor = (status: string, since: string | null): number | null => {
  const { thresholds, now } = useContext(ClockContext);
  return stuckFor(status, since === null ? null : Date.parse(since), thresholds, now);
};

/** Whether a migration changed since the user's last visit. Always false on the first visit. */
export const useIsNew = (changed: string | null): boolean =>
  Date.parse(changed ?? '') >= useContext(ClockContext).visitedAt;
