import { RefreshCw } from 'lucide-react';
import { useCallback, useEffect, useMemo, useRef, useState, type ReactNode } from 'react';
import type { GroupKey, LoadedResource } from '#shared/console-contract/loaded-query.ts';
import { useLoadedState } from '../../api/loaded-state.ts';
import { useSettingsView } from '../../api/settings-view.ts';
import { Freshness } from '#ui/messages/freshness.tsx';
import { FilterBar } from '../listing/filters/filter-bar.tsx';
import { ListingFrame } from '../listing/listing-frame.tsx';
import type { ListingFilters } from '../listing/listing-page.tsx';
import { RefreshControl } from '../listing/refresh/refresh-control.tsx';
import type { RowPlace } from '../listing/table/row-place.ts';
import type { TableSort } from '../listing/table/table-head.tsx';
import type { Columns, TableRow } from '../listing/table/table-types.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import { useAutoRefresh } from '../listing/refresh/use-auto-refresh.ts';
import { HeadChangesProvider, useHeadChangesOf } from '../listing/columns/head-changes.ts';
import { useTableLayout } from '../listing/columns/use-table-layout.ts';
import type { RowMenuMore } from '../listing/table/use-row-menu.tsx';
import { ViewButton } from '../listing/columns/view-button.tsx';
import { ViewsButton } from '../listing/views/views-button.tsx';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { loadAge } from './load/load-age.ts';
import { LoadNews } from './load/load-news.tsx';
import { LoadedBody } from './loaded-body.tsx';
import { GroupButton } from './groups/group-button.tsx';
import { LoadedFoot } from './loaded-foot.tsx';
import { saidOf } from './load/load-text.ts';
import { nextSort } from './next-sort.ts';
import { useLoadActions } from './load/use-load-actions.ts';
import { useLoadAll } from './load/use-load-all.tsx';
import { useCacheSource } from './row-cache/use-cache-source.ts';
import { useOpenPlace } from './virtual-table/use-open-place.ts';
import { useGroupSource, type Grouping } from './groups/use-group-source.ts';
import { useRowCache, type ReadWindow } from './row-cache/use-row-cache.ts';
import type { RowRange } from '#ui/table/virtual-space.ts';

export interface LoadedPageProps<Row extends TableRow> {
  readonly topic: LoadedResource;
  readonly title: string;
  readonly columns: Columns<Row>;
  /** The columns that rows can be sorted by. */
  readonly sortable: ReadonlySet<string>;
  readonly sort: TableSort | null;
  readonly onSort: (sort: TableSort | null) => void;
  /** Names the query; another one is another list. */
  readonly listKey: string;
  readonly read: ReadWindow<Row>;
  readonly rowJson: (row: Row) => string;
  readonly group: GroupKey | null;
  readonly onGroup: (by: GroupKey | null) => void;
  readonly groupKeys: readonly (readonly [GroupKey, string])[];
  /** How groups are read and named; without its `by`. */
  readonly grouping: Omit<Grouping<Row>, 'by'>;
  readonly filters: Omit<ListingFilters<Row>, 'matches'>;
  readonly headField?: ReactNode;
  readonly actions?: ReactNode;
  /** What an organization without any row sees. */
  readonly empty: ReactNode;
  /** Back to the view of one page. */
  readonly onPages: () => void;
  readonly menuMore?: RowMenuMore | undefined;
  readonly openId?: string | null;
  readonly onOpen?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose?: (() => void) | undefined;
  /** Beside the list, for the open row. */
  readonly renderDrawer?: (place: RowPlace<Row>) => ReactNode;
}

const noRange: RowRange = { first: 0, end: 0 };
const nothing = (): void => undefined;

/** A page of all loaded rows: searched, sorted and filtered by the data process, drawn as far as they are in view. */
export const LoadedPage = <Row extends TableRow>(props: LoadedPageProps<Row>) => {
  const { topic, title, filters, headField, sort, onSort, group, openId = null } = props;
  const state = useLoadedState(topic);
  const actions = useLoadActions(topic);
  const loadAll = useLoadAll(topic, nothing, state?.profileId ?? '');
  const readOpen = useReadOpen(topic);
  const refresh = (): void => {
    readOpen();
    if (state?.phase === 'none') return loadAll.error ? loadAll.press() : undefined;
    return state?.phase === 'failed' && state.rows === 0 ? actions.resume() : actions.topUp();
  };
  const version = state?.version ?? 0;
  // Rows of one profile are never shown under another.
  const { cache, listKey } = useRowCache(`${state?.profileId ?? ''} ${props.listKey}`, props.read, version);
  const [range, setRange] = useSettled(noRange);
  const grouped = useGroupSource(group ? { ...props.grouping, by: group } : null, listKey, version);
  const rows = useCacheSource(cache);
  const source = group ? grouped.source : rows;
  const place = useOpenPlace(source, openId, range.first);

  const reading = state?.phase === 'loading' || state?.phase === 'waiting';
  const { rowsAt, triedAt, isStale } = loadAge(state);
  const { autoRefreshSeconds: seconds = 0 } = useSettingsView()?.preferences ?? {};
  const errorCode = state?.problem?.code ?? null;
  useAutoRefresh({ seconds, triedAt, reading, errorCode }, actions.topUp);
  useShortcuts({ F5: refresh });
  usePaletteEntries('Actions', () => [
    { id: 'refresh', label: `Refresh the ${topic}`, icon: RefreshCw, keys: ['F5'], run: refresh },
  ]);
  const table = useTableLayout(topic, props.columns);
  const { columns, density } = table;
  const headChanges = useHeadChangesOf(table);
  const sorting = useMemo(
    () => ({ sort, by: props.sortable, onSort: (column: string) => onSort(nextSort(sort, column)) }),
    [sort, props.sortable, onSort],
  );
  const said = useSaid(state ? saidOf(title, state) : '');
  const matched = cache.matched();

  return (
    <ListingFrame
      {...{ title, headField, said }}
      total={state?.total ?? null}
      busy={reading}
      drawer={openId === null ? null : props.renderDrawer?.(place)}
      actions={
        <>
          <Freshness updatedAt={rowsAt} loadingPage={null} stale={isStale} />
          <RefreshControl busy={reading} onRefresh={refresh} {...{ seconds, errorCode }} />
          {props.actions}
        </>
      }
      bar={
        <FilterBar
          {...filters}
          chips={
            <>
              {filters.chips}
              <GroupButton keys={props.groupKeys} by={group} onGroup={props.onGroup} />
            </>
          }
          scope="Filters search all loaded"
          shortScope="All loaded"
          matching={state && matched !== null ? [matched, state.rows] : null}
          action={
            <button type="button" className="link-button" onClick={props.onPages}>
              Show pages
            </button>
          }
          end={
            <>
              <ViewsButton topic={topic} layout={table.layout} />
              <ViewButton table={table} />
            </>
          }
        />
      }
      banner={state ? <LoadNews state={state} actions={actions} /> : null}
      foot={
        <LoadedFoot
          state={state}
          matched={matched}
          range={group ? null : range}
          groups={group ? grouped.groups : undefined}
        />
      }
    >
      <HeadChangesProvider value={headChanges}>
        <LoadedBody
          {...props}
          {...{ state, loadAll, cache, listKey, columns, density, sorting, place, source }}
          onRange={setRange}
        />
      </HeadChangesProvider>
    </ListingFrame>
  );
};

/** How often the foot follows the rows in view: it is read after scrolling, and drawing it with each row costs frames. */
const settledMs = 120;

/** A state that takes the latest value once in a while. */
const useSettled = <Value,>(first: Value): readonly [Value, (value: Value) => void] => {
  const [settled, setSettled] = useState(first);
  const latest = useRef(first);
  const timer = useRef(0);
  useEffect(() => () => clearTimeout(timer.current), []);
  const set = useCallback((value: Value) => {
    latest.current = value;
    if (timer.current !== 0) return;
    timer.current = window.setTimeout(() => {
      timer.current = 0;
      setSettled(latest.current);
    }, settledMs);
  }, []);
  return [settled, set];
};

/** A sentence when it changes, and not the one that was there at first. */
const useSaid = (sentence: string): string => {
  const first = useRef(sentence);
  const [said, setSaid] = useState('');
  useEffect(() => {
    if (first.current !== sentence) setSaid(sentence);
  }, [sentence]);
  return said;
};
