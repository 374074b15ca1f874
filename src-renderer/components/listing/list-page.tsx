import { lazy, Suspense, type ReactNode } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { List } from './list-definition.ts';
import { ListingFrame } from './listing-frame.tsx';
import { PagedList } from './paged-list.tsx';

type AnyList = <Name extends Resource>(props: { readonly list: List<Name> }) => ReactNode;

// A lazy component has lost its type parameters.
const LoadedList = lazy(() =>
  import('../loaded/loaded-list.tsx').then(({ LoadedList: Loaded }) => ({ default: Loaded as never })),
) as unknown as AnyList;

const Opening = ({ title }: { readonly title: string }) => (
  <ListingFrame title={title} total={null} busy actions={null} bar={null} said="" foot={null}>
    {null}
  </ListingFrame>
);

/** The page of a list: page by page, or all rows that are loaded. */
export const ListPage = <Name extends Resource>(list: List<Name>) => {
  const { definition, view, actions } = list;
  return (
    <>
      {view.search.view === 'all' ? (
        <Suspense fallback={<Opening title={definition.title} />}>
          <LoadedList list={list} />
        </Suspense>
      ) : (
        <PagedList list={list} />
      )}
      {actions.over}
    </>
  );
};
