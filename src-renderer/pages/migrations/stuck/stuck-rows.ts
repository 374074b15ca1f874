import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { createContext, useContext, useMemo } from 'react';
import type { MigrationRow } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useSettingsView } from '../../../api/settings-view.ts';
import { useNow } from '#ui/values/clock.tsx';
import { stuckFor } from './stuck.ts';

/** How long each stuck migration has been without a change, in ms, by its id. */
type StuckRows = ReadonlyMap<string, number>;

const nobody: StuckRows = new Map();
const StuckContext = createContext(nobody);
export const StuckProvider = StuckContext.Provider;

/** For how long this migration is stuck; undefined where it is not. */
export const useStuck = (id: string): number | undefined => useContext(StuckContext).get(id);

/**
 * The stuck ones among migrations that are shown, by what this console has seen of them (W9). Rows never wait for this.
 * @param readAt when the rows came: another time asks again
 */
export const useStuckRows = (migrations: readonly MigrationRow[], readAt: number): StuckRows => {
  const { api } = useConsole();
  const thresholds = useSettingsView()?.preferences.stuckHours;
  const now = Math.max(useNow(60_000).getTime(), readAt);
  const ids = useMemo(
    () => migrations.filter(({ status }) => thresholds && status in thresholds).map(({ id }) => id),
    [migrations, thresholds],
  );
  const { data } = useQuery({
    queryKey: ['migrations', 'since', readAt, ids],
    queryFn: ({ signal }) => api.timeline.since({ ids: ids.slice(0, 1000) }, { signal }),
    enabled: ids.length > 0,
    // Rows that stay in view keep their marks while others are asked about.
    placeholderData: keepPreviousData,
    gcTime: 60_000,
  });
  return useMemo(() => {
    const statuses = new Map(migrations.map(({ id, status }) => [id, status]));
    const stuck = (data ?? []).flatMap(({ id, status, since }) => {
      const stuckMs = statuses.get(id) === status ? stuckFor(status, Date.parse(since), thresholds, now) : null;
      return stuckMs === null ? [] : [[id, stuckMs] as const];
    });
    return stuck.length === 0 ? nobody : new Map(stuck);
  }, [data, migrations, thresholds, now]);
};
