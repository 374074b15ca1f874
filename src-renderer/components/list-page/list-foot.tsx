import type { Resource } from '#shared/migration-api/fields.ts';
import type { List } from '../listing/list-definition.ts';
import { ListingBanner } from '../listing/listing-frame.tsx';
import { pageAfterResize, Pager, ShortPager } from '../listing/pager/pager.tsx';
import { LoadNotice } from '../loaded/load-strip.tsx';
import { LoadedFoot, RowsInView } from '../loaded/loaded-foot.tsx';
import type { ListRows } from './use-list-rows.ts';

interface ListPartProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly rows: ListRows<Name>;
}

/** Explains why rows are outdated or incomplete, or shows the progress of a load. */
export const ListBanner = <Name extends Resource>({ rows }: Pick<ListPartProps<Name>, 'rows'>) => {
  const { isWhole, state, loading, page, refresh } = rows;
  // If a load failed before its first row, the error replaces the table.
  if (isWhole)
    return state && !(state.phase === 'failed' && state.rows === 0) ? (
      <LoadNotice state={state} actions={loading} />
    ) : null;
  const { listing, error, updatedAt, nextTryAt, reading } = page;
  return error && listing ? <ListingBanner {...{ error, updatedAt, nextTryAt, reading }} onTry={refresh} /> : null;
};

const pagerOf = <Name extends Resource>({ list: { view }, rows: { page, total } }: ListPartProps<Name>) => ({
  facts: page.listing ? { ...page.listing, rows: page.listing.rows.length } : null,
  total,
  page: view.search.page,
  size: view.search.size,
  onPage: (number: number) => view.change({ page: number }),
});

export const ListFoot = <Name extends Resource>(props: ListPartProps<Name>) => {
  const { isWhole, state, whole } = props.rows;
  if (isWhole) return <LoadedFoot state={state} matched={whole.matched} range={whole.range} groups={whole.groups} />;
  const pager = pagerOf(props);
  const { change } = props.list.view;
  return <Pager {...pager} onSize={(size) => change({ size, page: pageAfterResize(pager.page, pager.size, size) })} />;
};

/** Compact footer next to the selection bar: row range and paging. */
export const ShortFoot = <Name extends Resource>(props: ListPartProps<Name>) => {
  const { isWhole, whole } = props.rows;
  if (!isWhole) return <ShortPager {...pagerOf(props)} />;
  return (
    <span className="pager-rows number">
      <RowsInView range={whole.range} matched={whole.matched} />
    </span>
  );
};
