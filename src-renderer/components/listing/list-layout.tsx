import { RefreshCw } from 'lucide-react';
import { Suspense, useMemo, type ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { searchTerms } from '#shared/search-text/search-terms.ts';
import { IconButton } from '#ui/controls/button.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { selectColumn } from '#ui/table/select-column.tsx';
import { Freshness } from '#ui/messages/freshness.tsx';
import type { RowOf } from '../../api/listings.ts';
import { ExportButton } from '../export/export-button.tsx';
import { consoleKeys } from '../palette/console-keys.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { HeadChangesProvider } from '#ui/table/column-widths.tsx';
import { useHeadChangesOf, useTableLayout } from './columns/use-table-layout.ts';
import { ColumnsButton } from './columns/columns-button.tsx';
import { attentionBarFilter, type BarFilter, createdBarFilter, valueBarFilter } from './filters/bar-filter.tsx';
import { chosenOf } from './filters/field-filters.ts';
import { FilterBar } from './filters/filter-bar.tsx';
import { scopeText } from './filters/scope-text.ts';
import type { List } from './list-definition.ts';
import { ListingFrame } from './listing-frame.tsx';
import { SearchTermsContext } from './search/marked-text.tsx';
import { RefreshControl, RefreshRing } from './refresh/refresh-control.tsx';
import type { RowSource } from './row-source.ts';
import { SelectionNews, useIsSelecting } from './selection/selected-rows.ts';
import { SavedViewsButton } from './views/saved-views-button.tsx';

interface ListLayoutProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly source: RowSource<RowOf[Name]>;
}

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

const barFilters = <Name extends Resource>(
  { definition, view: { filters, change } }: List<Name>,
  { scope, valuesOf, searchValues, moreFilters = [] }: RowSource<RowOf[Name]>,
): readonly BarFilter[] => [
  ...(filters.attention.length === 0
    ? []
    : [attentionBarFilter(filters.attention, (attention) => change({ attention } as never))]),
  ...definition.valueFilters
    .filter(({ chip }) => chip)
    .map((filter) =>
      valueBarFilter({
        id: filter.name,
        icon: filter.icon,
        name: filter.label,
        of: scope,
        values: () => valuesOf(filter),
        onSearch: (text) => searchValues?.(filter.name, text),
        chosen: chosenOf(filters, filter),
        onChoose: (chosen) => change({ [filter.name]: chosen } as never),
        styleOf: filter.styleOf,
      }),
    ),
  createdBarFilter(filters.created, (created) => change({ created } as never)),
  ...moreFilters,
];

export const ListLayout = <Name extends Resource>({ list, source }: ListLayoutProps<Name>) => {
  const { definition, view, actions, selected } = list;
  const { resource, title, HeadField, Drawer, Surround = Plain } = definition;
  const { refresh } = source;
  const { openId, open, close } = actions;
  const { SelectionBar } = definition;
  const active = definition.filters.active(view.filters);
  const table = useTableLayout(resource, definition.columns);
  const headChanges = useHeadChangesOf(table);
  const isSelectable = selected !== null;
  const columns = useMemo(
    () => (isSelectable ? [selectColumn, ...table.columns] : table.columns),
    [isSelectable, table.columns],
  );
  const isSelecting = useIsSelecting(selected);
  useShortcuts({ [consoleKeys.refresh]: refresh });
  usePaletteEntries('Actions', () => [
    { id: 'refresh', label: `Refresh the ${resource}`, icon: RefreshCw, keys: [consoleKeys.refresh], run: refresh },
  ]);
  const drawer =
    Drawer && close && openId !== null ? (
      <Drawer id={openId} place={source.placeOf(openId)} onMove={(id) => open(id, 'move')} onClose={close} />
    ) : null;
  const terms = useMemo(() => searchTerms(view.filters.text), [view.filters.text]);
  return (
    <Surround rowsAt={source.rowsAt}>
      <ListingFrame
        title={title}
        total={source.total}
        busy={source.isReading}
        said={source.announcement}
        selectionNews={<SelectionNews selected={selected} />}
        headField={<HeadField view={view} />}
        actions={
          <>
            <Refreshing source={source} />
            <ExportButton resource={resource} filters={active} {...source.exported} />
          </>
        }
        bar={
          <FilterBar
            filters={barFilters(list, source)}
            onNear={source.onNearFilters}
            active={active}
            onClear={() => view.change(definition.filters.none)}
            scope={scopeText({ ...source, active })}
            isBusy={Boolean(source.work)}
            action={
              source.work ? (
                <button type="button" className="link-button" onClick={source.work.cancel}>
                  Cancel
                </button>
              ) : (
                source.otherScope
              )
            }
            end={
              <>
                <SavedViewsButton topic={resource} layout={table.layout} />
                <ColumnsButton table={table} />
              </>
            }
          />
        }
        banner={source.banner}
        foot={
          isSelecting && selected && SelectionBar ? (
            // The fallback has the same height, so no row moves.
            <Suspense fallback={source.foot}>
              <SelectionBar list={list} source={source} selected={selected} />
            </Suspense>
          ) : (
            source.foot
          )
        }
        drawer={drawer}
      >
        <HeadChangesProvider value={headChanges}>
          <SearchTermsContext value={terms}>
            {source.renderRows({ columns, density: table.density })}
          </SearchTermsContext>
        </HeadChangesProvider>
      </ListingFrame>
    </Surround>
  );
};
