import { RefreshCw } from 'lucide-react';
import { useEffect, useEffectEvent, useMemo, useRef, useState, type ReactNode } from 'react';
import { useSettingsView } from '../../api/settings-view.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { Freshness } from '#ui/messages/freshness.tsx';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import type { Columns, TableRow } from './table/table-types.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { ListingBanner } from './listing-banner.tsx';
import { ListingBody } from './listing-body.tsx';
import { ListingFrame } from './listing-frame.tsx';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { ListingSearch } from './listing-search.ts';
import { Pager } from './pager/pager.tsx';
import { pageAfterResize } from './pager/pager-arithmetic.ts';
import { RefreshControl } from './refresh/refresh-control.tsx';
import { RefreshRing } from './refresh/refresh-ring.tsx';
import { marksText } from './table/row-changes.ts';
import { useReadOpen } from './refresh/use-read-open.ts';
import { useAutoRefresh } from './refresh/use-auto-refresh.ts';
import { HeadChangesProvider, useHeadChangesOf } from './columns/head-changes.ts';
import { useTableLayout } from './columns/use-table-layout.ts';
import { useKnownTotal } from '../../api/listings.ts';
import type { ListingState } from './use-listing.ts';
import type { RowMenuMore } from './table/use-row-menu.tsx';
import { useRowMarks } from './table/use-row-marks.ts';
import { ViewButton } from './columns/view-button.tsx';
import { ViewsButton } from './views/views-button.tsx';

/** What narrows the rows of the page. */
export interface ListingFilters<Row> {
  readonly chips: ReactNode;
  readonly active: number;
  /** The same function until a filter changes; null while none is set. */
  readonly matches: ((row: Row) => boolean) | null;
  readonly onClear: () => void;
}

export interface ListingPageProps<Row extends TableRow> {
  readonly topic: Resource;
  readonly title: string;
  readonly columns: Columns<Row>;
  readonly state: ListingState<Row>;
  readonly search: ListingSearch;
  readonly onSearch: (search: ListingSearch) => void;
  /** A row as JSON text by the names of the interface. */
  readonly rowJson: (row: Row) => string;
  /** What an organization without any row sees. */
  readonly empty: ReactNode;
  readonly filters: ListingFilters<Row>;
  /** A field beside the title. */
  readonly headField?: ReactNode;
  /** At the right end of the head. */
  readonly actions?: ReactNode;
  /** The way to the view of all rows, beside how far the filters reach. */
  readonly loadAll?: ReactNode;
  /** The same as a button of its own, where no row of this page matches. */
  readonly loadAllPrimary?: ReactNode;
  readonly menuMore?: RowMenuMore | undefined;
  /** Whether the rows can be read again by themselves, as often as the person chose. */
  readonly refreshes?: boolean;
  /** Beside the list. */
  readonly drawer?: ReactNode;
  readonly openId?: string | null;
  readonly onOpen?: ((id: string, how: 'open' | 'move') => void) | undefined;
  readonly onClose?: (() => void) | undefined;
}

const pageScope = { scope: 'Filters search this page only', shortScope: 'This page only' };

/** A page of the service's rows with everything around it: head, freshness, states, table, pager. */
export const ListingPage = <Row extends TableRow>(props: ListingPageProps<Row>) => {
  const { topic, title, state, search, onSearch, filters, headField, drawer, refreshes = false } = props;
  const { listing, error, reading, updatedAt, triedAt, nextTryAt } = state;
  const readOpen = useReadOpen(topic);
  const total = useKnownTotal(topic);
  const stale = error !== null && listing !== undefined;

  const { matches } = filters;
  const rows = listing?.rows;
  const items = useMemo(
    () => (rows && matches ? rows.filter((item) => item.kind === 'row' && matches(item.value)) : (rows ?? [])),
    [rows, matches],
  );
  const marks = useRowMarks(listing, props.rowJson);
  const asked = useRef<'person' | 'clock' | null>(null);
  const [said, setSaid] = useState('');
  const read = (by: 'person' | 'clock'): void => {
    asked.current = by;
    setSaid('');
    state.refresh();
    readOpen();
  };
  const refresh = (): void => read('person');
  const sayRefreshed = useEffectEvent(() => {
    const by = asked.current;
    asked.current = null;
    // What nobody asked for is spoken of only where it brought something.
    if (by === 'clock') setSaid(error ? '' : marksText(marks));
    if (by === 'person')
      setSaid(error ? `${title} could not be refreshed.` : `${title} refreshed. ${marksText(marks)}`);
  });
  useEffect(() => {
    if (!reading) sayRefreshed();
  }, [reading]);
  const { autoRefreshSeconds: seconds = 0 } = useSettingsView()?.preferences ?? {};
  const table = useTableLayout(topic, props.columns);
  const { columns, density } = table;
  const headChanges = useHeadChangesOf(table);
  const rhythm = refreshes ? seconds : 0;
  const nextAt = useAutoRefresh({ seconds: rhythm, triedAt, reading, errorCode: error?.code ?? null }, () =>
    read('clock'),
  );
  useShortcuts({ F5: refresh });
  usePaletteEntries('Actions', () => [
    { id: 'refresh', label: `Refresh the ${topic}`, icon: RefreshCw, keys: ['F5'], run: refresh },
  ]);

  return (
    <ListingFrame
      {...{ title, total, said, headField, drawer }}
      busy={reading}
      actions={
        <>
          {nextAt === null ? null : <RefreshRing nextAt={nextAt} seconds={rhythm} />}
          <Freshness updatedAt={updatedAt} loadingPage={reading ? search.page : null} stale={stale} />
          {refreshes ? (
            <RefreshControl busy={reading} onRefresh={refresh} seconds={seconds} errorCode={error?.code ?? null} />
          ) : (
            <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={reading} onPress={refresh} />
          )}
          {props.actions}
        </>
      }
      bar={
        <FilterBar
          {...filters}
          {...pageScope}
          matching={rows ? [items.length, rows.length] : null}
          action={props.loadAll}
          end={
            <>
              <ViewsButton topic={topic} layout={table.layout} />
              <ViewButton table={table} />
            </>
          }
        />
      }
      banner={stale ? <ListingBanner error={error} {...{ updatedAt, nextTryAt, reading }} onTry={refresh} /> : null}
      foot={
        <Pager
          facts={listing ? { ...listing, rows: listing.rows.length } : null}
          total={total}
          page={search.page}
          size={search.size}
          onPage={(page) => onSearch({ ...search, page })}
          onSize={(size) => onSearch({ size, page: pageAfterResize(search.page, search.size, size) })}
        />
      }
    >
      <HeadChangesProvider value={headChanges}>
        <ListingBody {...props} {...{ total, columns, density, items, marks }} onRetry={refresh} />
      </HeadChangesProvider>
    </ListingFrame>
  );
};
