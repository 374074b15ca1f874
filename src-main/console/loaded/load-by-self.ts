import type { Preferences } from '#shared/console-contract/settings-calls.ts';
import { maxQuietRows } from '#shared/list-limits.ts';
import type { Clock } from '../clock/clock.ts';
import type { Loads } from './loads.ts';

/** Delay of the automatic load in ms. By then, the first page is visible and its company names were requested. */
const afterMs = 1_500;

export function createLoadBySelf(ports: {
  readonly clock: Clock;
  readonly loads: Loads;
  readonly activeId: () => string;
  readonly profileSignal: () => AbortSignal;
  readonly preferences: () => Preferences;
}) {
  const { clock, loads, activeId, profileSignal, preferences } = ports;
  const starts = new Map<string, AbortSignal>();
  const closing = new AbortController();
  const load = (profileId: string, signal: AbortSignal) => {
    if (closing.signal.aborted || signal.aborted || profileId !== activeId() || !preferences().loadAllBySelf) return;
    // Resumes loads that a profile switch cancelled, but not loads that the user stopped.
    if (loads.wasCut('migrations')) return loads.resume('migrations');
    if (loads.state('migrations').phase !== 'none') return;
    void loads.start('migrations');
  };
  return {
    noteTotal: (profileId: string, total: number | null) => {
      const signal = profileSignal();
      if (total === null || total === 0 || total > maxQuietRows || !preferences().loadAllBySelf) return;
      if (profileId !== activeId() || starts.get(profileId) === signal) return;
      starts.set(profileId, signal);
      void clock.sleep(afterMs, closing.signal).then(() => load(profileId, signal));
    },
    /** Lets the profile's next list response start a new load, because the rows were replaced. */
    allowRestart: (profileId: string) => void starts.delete(profileId),
    close: () => closing.abort(),
  };
}
