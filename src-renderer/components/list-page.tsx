import { lazy, memo, Suspense, useMemo, useState, type ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import { createStore, useStore } from '#ui/state/store.ts';
import { createLookedRow } from '#ui/table/row-cursor.ts';
import type { RowOf } from '../api/listings.ts';
import { useLoadedState } from '../api/loaded.ts';
import { useConsoleState } from '../api/profiles.ts';
import { usePaletteEntries } from './palette/palette-entries.ts';
import type { List } from './listing/list-definition.ts';
import { ListLayout } from './listing/list-layout.tsx';
import { rowsIn, usePagedSource } from './listing/paged-source.tsx';
import { createSelectedRows, useRememberSelected } from './listing/selection/selected-rows.ts';
import { type Shown, type ShownList, useShownList } from './listing/shown-list.ts';

interface ListProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly shown: ShownList<Name>;
}

const PagedList = <Name extends Resource>({ list, shown }: ListProps<Name>) => {
  const { source, items } = usePagedSource(list);
  const { paletteEntry } = list.definition;
  useRememberSelected(
    list.selected,
    useMemo(() => rowsIn(items), [items]),
  );
  usePaletteEntries('On this page', () =>
    paletteEntry
      ? rowsIn(items).map((row) => ({ ...paletteEntry(row), run: () => list.actions.open(row.id, 'open') }))
      : [],
  );
  useShownList(shown, { list, source });
  return null;
};

type AnyList = <Name extends Resource>(props: ListProps<Name>) => ReactNode;

// `lazy` drops the component's type parameters, so the cast restores them.
const LoadedList = lazy(() =>
  import('./loaded/loaded-source.tsx').then(({ LoadedList: Loaded }) => ({ default: Loaded as never })),
) as unknown as AnyList;

const LayoutInner = <Name extends Resource>({ shown }: { readonly shown: ShownList<Name> }) => {
  const now = useStore(shown);
  return now && <ListLayout {...now} />;
};
/** Memoized: renders once its rows are available, not with the previous ones. */
const Layout = memo(LayoutInner) as typeof LayoutInner;

/**
 * The page of a list: either page by page or all loaded rows, which are searched and filtered when available. The
 * source may switch while the user types or uses a menu; the controls stay mounted.
 */
export const ListPage = <Name extends Resource>({ definition, view, actions }: Omit<List<Name>, 'selected'>) => {
  const loaded = useLoadedState(definition.resource);
  const isNarrowed = definition.filters.active(view.filters) > 0;
  const usesLoaded = view.search.view === 'all' || (isNarrowed && loaded !== undefined && loaded.rows > 0);
  const [looked] = useState(createLookedRow);
  const [shown] = useState(() => createStore<Shown<Name> | null>(null));
  const profileId = useConsoleState()?.profile.id;
  const isSelectable = definition.SelectionBar !== undefined;
  // A profile change resets the selection.
  // oxlint-disable-next-line react/exhaustive-deps
  const selected = useMemo(() => (isSelectable ? createSelectedRows<RowOf[Name]>() : null), [isSelectable, profileId]);
  const list: List<Name> = { definition, view, actions: { ...actions, looked }, selected };
  return (
    <>
      {usesLoaded ? (
        <Suspense>
          <LoadedList list={list} shown={shown} />
        </Suspense>
      ) : (
        <PagedList list={list} shown={shown} />
      )}
      <Layout shown={shown} />
      {actions.over}
    </>
  );
};
