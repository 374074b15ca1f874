import { createContext, useContext, useMemo, useState, type ReactNode } from 'react';
import type { StuckHours } from '#shared/console-contract/settings-calls.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useNow } from '#ui/values/time-cells.tsx';
import { stuckFor } from '#shared/stuck.ts';

interface StuckClock {
  readonly thresholds: StuckHours | undefined;
  /** In ms since 1970. */
  readonly now: number;
}

const ClockContext = createContext<StuckClock>({ thresholds: undefined, now: 0 });
/**
 * Around rows that are told to be stuck (W9): one clock and one choice of hours for a whole table.
 * @param rowsAt when the rows came, in ms since 1970
 */
export const StuckSurround = ({ rowsAt, children }: { readonly rowsAt: number; readonly children: ReactNode }) => {
  const thresholds = useSettingsView()?.preferences.stuckHours;
  // Loaded rows may be older than those of the page before them: what was stuck a moment ago is stuck still.
  const [newestAt, setNewestAt] = useState(rowsAt);
  if (rowsAt > newestAt) setNewestAt(rowsAt);
  const now = Math.max(useNow(60_000).getTime(), rowsAt, newestAt);
  return <ClockContext value={useMemo(() => ({ thresholds, now }), [thresholds, now])}>{children}</ClockContext>;
};

/** For how long a row is stuck, in ms; null where it is not. */
export const useStuckFor = (status: string, since: string | null): number | null => {
  const { thresholds, now } = useContext(ClockContext);
  return stuckFor(status, since === null ? null : Date.parse(since), thresholds, now);
};
