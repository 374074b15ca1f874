import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { useKnownTotal } from '../../api/listings.ts';
import { loadPlanKey, useLoadedState } from '../../api/loaded.ts';
import { useSettingsView } from '../../api/settings.ts';
import { useOnTriage } from '../../api/triage.ts';
import { loadedQueryOf } from '../listing/filters/value-filters.ts';
import { parseSort } from '../listing/columns/column-sort.ts';
import type { List } from '../listing/list-definition.ts';
import type { ListView } from '../listing/list-view.ts';
import { useAutoRefresh } from '../listing/refresh/auto-refresh.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import { announcementOf, loadAge } from '../load/load-text.ts';
import { useLoadActions } from '../load/use-load-actions.ts';
import { useLoadAll } from '../load/use-load-all.tsx';
import { useOpenPlace } from './use-open-place.ts';
import { usePage } from './use-page.ts';
import { useWhole } from './use-whole.ts';

/** Whether a list shows all rows because the user requested them, or a filter, sort or grouping needs them. */
const needsAllRows = <Name extends Resource>(list: List<Name>): boolean => {
  const { search, filters } = list.view;
  return (
    search.view === 'all' ||
    search.sort !== null ||
    search.group !== null ||
    list.definition.filters.active(filters) > 0
  );
};

export const toPages = <Name extends Resource>({ definition, view }: List<Name>): void =>
  view.change({ ...definition.filters.none, view: 'page', sort: null, group: null } as Parameters<
    ListView<Name>['change']
  >[0]);

export const useListRows = <Name extends Resource>(list: List<Name>) => {
  const { definition, view, actions } = list;
  const { resource, title, refreshes } = definition;
  const { search, filters, change } = view;
  const client = useQueryClient();
  const state = useLoadedState(resource);
  const isWhole = needsAllRows(list);
  // Marking a migration as handled removes it from the "Needs attention" list. Undoing adds it again.
  const [triageVersion, setTriageVersion] = useState(0);
  useOnTriage(() => (filters.attention.length > 0 ? setTriageVersion((before) => before + 1) : undefined));
  const version = (state?.version ?? 0) + triageVersion;
  const sort = useMemo(
    () => parseSort(search.sort, definition.filters.sortable),
    [search.sort, definition.filters.sortable],
  );
  // oxlint-disable-next-line react/exhaustive-deps -- "today" is evaluated only when filters or rows change
  const query = useMemo(() => loadedQueryOf(resource, filters, sort, new Date()), [filters, sort, version]);
  const page = usePage(list, !isWhole);
  const whole = useWhole(list, { state, query, version, isShown: isWhole });
  const place = useOpenPlace(
    isWhole ? { rows: whole.rows, scope: 'in the loaded rows' } : { rows: page.rows, scope: 'on this page' },
    actions.openId,
    isWhole ? whole.firstInView : 0,
  );

  const loading = useLoadActions(resource);
  const loadAll = useLoadAll(resource, () => change({ view: 'all' }));
  const readOpen = useReadOpen(resource);
  const refreshWhole = (): void => {
    readOpen();
    if (state?.phase === 'none') void client.invalidateQueries({ queryKey: loadPlanKey(resource) });
    else if (state?.phase === 'failed' && state.rows === 0) loading.resume();
    else loading.topUp();
  };
  const { autoRefreshSeconds = 0 } = useSettingsView()?.preferences ?? {};
  const age = loadAge(state);
  const announcement = useAnnouncement(isWhole && state ? announcementOf(title, state) : '');
  const knownTotal = useKnownTotal(resource);
  const shown = isWhole
    ? {
        isReading: state?.phase === 'loading' || state?.phase === 'waiting',
        rowsAt: age.rowsAt,
        triedAt: age.triedAt,
        isStale: age.isStale,
        errorCode: state?.problem?.code ?? null,
        loadingPage: null,
        refresh: refreshWhole,
        refreshSeconds: autoRefreshSeconds,
        announcement,
        selectable: whole.selectable,
        total: state?.total ?? knownTotal,
      }
    : {
        isReading: page.reading,
        rowsAt: page.updatedAt,
        triedAt: page.triedAt,
        isStale: page.error !== null && page.listing !== undefined,
        errorCode: page.error?.code ?? null,
        loadingPage: page.reading ? search.page : null,
        refresh: () => page.refreshFor('person'),
        refreshSeconds: refreshes ? autoRefreshSeconds : null,
        announcement: page.announcement,
        selectable: page.selectable,
        total: knownTotal,
      };
  const nextAt = useAutoRefresh(
    {
      seconds: shown.refreshSeconds ?? 0,
      triedAt: shown.triedAt,
      reading: shown.isReading,
      errorCode: shown.errorCode,
    },
    isWhole ? loading.topUp : () => page.refreshFor('clock'),
  );
  return {
    ...shown,
    nextRefreshAt: isWhole ? null : nextAt,
    isWhole,
    state,
    page,
    whole,
    query,
    sort,
    place,
    loading,
    loadAll,
    exported: {
      query,
      page: isWhole ? null : { page: search.page, pageSize: search.size, rows: page.items.length },
    },
  };
};
export type ListRows<Name extends Resource> = ReturnType<typeof useListRows<Name>>;

/** Returns a sentence only after its first change, so that it isn't announced on mount. */
const useAnnouncement = (sentence: string): string => {
  const first = useRef(sentence);
  const [announcement, setAnnounced] = useState('');
  useEffect(() => {
    if (first.current !== sentence) setAnnounced(sentence);
  }, [sentence]);
  return announcement;
};
