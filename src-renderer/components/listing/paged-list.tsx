import type { Resource } from '#shared/migration-api/fields.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import type { List } from './list-definition.ts';
import { ListLayout } from './list-layout.tsx';
import { rowsIn, usePagedSource } from './paged-source.tsx';

/** A list page by page, as the service has it. */
export const PagedList = <Name extends Resource>({ list }: { readonly list: List<Name> }) => {
  const { source, items } = usePagedSource(list);
  const { paletteEntry } = list.definition;
  usePaletteEntries('On this page', () =>
    paletteEntry
      ? rowsIn(items).map((row) => ({ ...paletteEntry(row), run: () => list.actions.open(row.id, 'open') }))
      : [],
  );
  return <ListLayout list={list} source={source} />;
};
