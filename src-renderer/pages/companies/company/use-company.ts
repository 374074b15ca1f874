import { useQuery } from '@tanstack/react-query';
import { attentionKinds } from '#shared/attention.ts';
import type { LoadedState } from '#shared/console-contract/loaded-calls.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { useConsole } from '../../../api/console-context.tsx';
import { useCompanyNames } from '../../../api/companies.ts';
import { useLoadedState } from '../../../api/loaded.ts';
import { useSettingsView } from '../../../api/settings.ts';
import { useOnTriage } from '../../../api/triage.ts';

const maxListed = 8;
const maxAttentionRows = 4;

/** Maximum number of recounts during a load, because each recount scans all loaded rows. */
const countsOfLoad = 20;

/** Returns a key that changes when the figures need a recount: at each row change, and a few times during a load. */
const countedAt = (loaded: LoadedState | undefined): string => {
  if (loaded?.phase !== 'loading' || loaded.isTopUp || !loaded.total) return `${loaded?.version ?? ''}`;
  return `loading ${loaded.startedAt ?? ''} ${Math.floor((loaded.rows / loaded.total) * countsOfLoad)}`;
};

export const useCompany = (id: string) => {
  const { api } = useConsole();
  /** Null if the directory doesn't have the company yet. */
  const row = useCompanyNames([id]).get(id) ?? null;
  const loaded = useLoadedState('migrations');
  // The limit in Settings determines which migrations are stuck.
  const stuckHours = useSettingsView()?.preferences.stuckHours;
  const query = useQuery({
    queryKey: ['loaded', 'company', id, loaded?.profileId, countedAt(loaded), stuckHours],
    queryFn: async ({ signal }) => {
      const read = async (queryPart: Partial<LoadedQuery>, limit: number) => {
        const request = { ...queryPart, filters: { company: [id] } };
        const { matched, rows } = await api.loaded.window(
          { resource: 'migrations', query: request, offset: 0, limit },
          { signal },
        );
        return { matched, rows: rows as readonly ListedMigration[] };
      };
      const groups = async (by: 'status' | 'user') =>
        api.loaded.groups({ resource: 'migrations', query: { filters: { company: [id] } }, by }, { signal });
      const [statuses, people, newest, oldest, attention, handled] = await Promise.all([
        groups('status'),
        groups('user'),
        read({}, maxListed),
        read({ sort: { column: 'created', direction: 'ascending' } }, 1),
        read({ attention: [...attentionKinds] }, maxAttentionRows),
        read({ attention: ['handled'] }, 1),
      ]);
      return {
        count: newest.matched,
        byStatus: statuses.groups,
        /** At most 1,000 users. `peopleCount` is the total. */
        people: people.groups,
        peopleCount: people.groups.length + people.left.groups,
        newest: newest.rows,
        first: oldest.rows[0] ?? null,
        attention: { count: attention.matched, newest: attention.rows, handled: handled.matched },
      };
    },
    enabled: loaded !== undefined && loaded.rows > 0,
    placeholderData: (before, last) =>
      last?.queryKey[2] === id && last.queryKey[3] === loaded?.profileId ? before : undefined,
    gcTime: 60_000,
  });
  const refetch = (): void => void query.refetch();
  useOnTriage(refetch);
  // The previous count was zero, but rows that have arrived since may belong to this company.
  const isOutdated = query.isPlaceholderData && query.data?.count === 0;
  return { row, loaded, figures: isOutdated ? undefined : query.data, error: query.error, again: refetch };
};
