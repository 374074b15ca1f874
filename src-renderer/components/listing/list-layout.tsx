import { RefreshCw } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { useShortcuts } from '#ui/keys/use-shortcuts.ts';
import { Freshness } from '#ui/messages/freshness.tsx';
import type { RowOf } from '../../api/listings.ts';
import { ExportButton } from '../export/export-button.tsx';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { HeadChangesProvider } from '#ui/table/head-changes.ts';
import { useHeadChangesOf } from './columns/head-changes.ts';
import { useTableLayout } from './columns/use-table-layout.ts';
import { ColumnsButton } from './columns/columns-button.tsx';
import { FilterBar } from './filters/filter-bar.tsx';
import { FilterChips } from './filters/filter-chips.tsx';
import type { List } from './list-definition.ts';
import { ListingFrame } from './listing-frame.tsx';
import { RefreshControl } from './refresh/refresh-control.tsx';
import { RefreshRing } from './refresh/refresh-ring.tsx';
import type { RowSource } from './row-source.ts';
import { SavedViewsButton } from './views/saved-views-button.tsx';

interface ListLayoutProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly source: RowSource<RowOf[Name]>;
}

const scopeWords = {
  'this page': ['Filters search this page only', 'This page only'],
  'all loaded': ['Filters search all loaded', 'All loaded'],
} as const;

/** How old the rows are, and the ways to newer ones. */
const Refreshing = ({ source }: { readonly source: Omit<RowSource<never>, 'placeOf' | 'renderRows'> }) => {
  const { refresh, refreshSeconds, nextRefreshAt, rowsAt, loadingPage, isStale, isReading, errorCode } = source;
  return (
    <>
      {nextRefreshAt === null || refreshSeconds === null ? null : (
        <RefreshRing nextAt={nextRefreshAt} seconds={refreshSeconds} />
      )}
      <Freshness updatedAt={rowsAt} loadingPage={loadingPage} stale={isStale} />
      {refreshSeconds === null ? (
        <IconButton label="Refresh" icon={RefreshCw} shortcut="F5" busy={isReading} onPress={refresh} />
      ) : (
        <RefreshControl busy={isReading} onRefresh={refresh} seconds={refreshSeconds} errorCode={errorCode} />
      )}
    </>
  );
};

const Plain = ({ children }: { readonly rowsAt: number; readonly children: ReactNode }) => children;

/** A list page with everything around its rows: head, freshness, filters, what happened, foot, and the drawer. */
export const ListLayout = <Name extends Resource>({ list, source }: ListLayoutProps<Name>) => {
  const { definition, view, actions } = list;
  const { resource, title, HeadField, Drawer, Surround = Plain } = definition;
  const { scope, refresh } = source;
  const { openId, open, close } = actions;
  const active = definition.filters.active(view.filters);
  const table = useTableLayout(resource, definition.columns);
  const headChanges = useHeadChangesOf(table);
  useShortcuts({ F5: refresh });
  usePaletteEntries('Actions', () => [
    { id: 'refresh', label: `Refresh the ${resource}`, icon: RefreshCw, keys: ['F5'], run: refresh },
  ]);
  const chips = (
    <FilterChips
      of={scope}
      by={definition.valueFilters}
      values={source.valuesOf}
      filters={view.filters}
      onFilters={view.change}
    />
  );
  const [scopeText, shortScope] = scopeWords[scope];
  return (
    <Surround rowsAt={source.rowsAt}>
      <ListingFrame
        title={title}
        total={source.total}
        busy={source.isReading}
        said={source.announcement}
        headField={<HeadField view={view} scope={scope} />}
        actions={
          <>
            <Refreshing source={source} />
            <ExportButton resource={resource} filters={active} {...source.exported} />
          </>
        }
        bar={
          <FilterBar
            chips={
              <>
                {source.onNearFilters ? (
                  <span className="chips-near" onPointerEnter={source.onNearFilters} onFocus={source.onNearFilters}>
                    {chips}
                  </span>
                ) : (
                  chips
                )}
                {source.moreChips}
              </>
            }
            active={active}
            onClear={() => view.change(definition.filters.none)}
            scope={scopeText}
            shortScope={shortScope}
            matching={source.matching}
            action={source.otherScope}
            end={
              <>
                <SavedViewsButton topic={resource} layout={table.layout} />
                <ColumnsButton table={table} />
              </>
            }
          />
        }
        banner={source.banner}
        foot={source.foot}
        drawer={
          Drawer && close && openId !== null ? (
            <Drawer id={openId} place={source.placeOf(openId)} onMove={(id) => open(id, 'move')} onClose={close} />
          ) : null
        }
      >
        <HeadChangesProvider value={headChanges}>
          {source.renderRows({ columns: table.columns, density: table.density })}
        </HeadChangesProvider>
      </ListingFrame>
    </Surround>
  );
};
