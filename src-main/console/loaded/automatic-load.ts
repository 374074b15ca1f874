import { maxQuietRows } from '#shared/list-limits.ts';
import type { BaseTopics } from '../base-topics/base-topics.ts';
import type { Loads } from './loads.ts';

/** Delay of the automatic load in ms. By then, the first page is visible and its company names were requested. */
const afterMs = 1_500;

export function createAutomaticLoad({ clock, settings, profiles }: BaseTopics, loads: Loads) {
  const { active, activeId } = profiles;
  const isWanted = () => settings.current().preferences.loadAllBySelf;
  const starts = new Map<string, AbortSignal>();
  const closing = new AbortController();
  const load = (profileId: string, signal: AbortSignal) => {
    if (closing.signal.aborted || signal.aborted || profileId !== activeId() || !isWanted()) return;
    // Resumes loads that a profile switch cancelled, but not loads that the user stopped.
    if (loads.wasCut('migrations')) return loads.resume('migrations');
    if (loads.state('migrations').phase !== 'none') return;
    void loads.start('migrations');
  };
  return {
    noteTotal: (profileId: string, total: number | null) => {
      const signal = active.signal();
      if (total === null || total === 0 || total > maxQuietRows || !isWanted()) return;
      if (profileId !== activeId() || starts.get(profileId) === signal) return;
      starts.set(profileId, signal);
      void clock.sleep(afterMs, closing.signal).then(() => load(profileId, signal));
    },
    /** Lets the profile's next list response start a new load, because the rows were replaced. */
    allowRestart: (profileId: string) => void starts.delete(profileId),
    close: () => closing.abort(),
  };
}
