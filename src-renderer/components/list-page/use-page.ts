import { useMemo } from 'react';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowList } from '#ui/table/table-types.ts';
import { useConsole } from '../../api/console-context.tsx';
import { listOptions, type RowOf } from '../../api/listings.ts';
import type { List, Rows } from '../listing/list-definition.ts';
import { useReadOpen } from '../listing/refresh/use-read-open.ts';
import { useRefreshAnnouncement, useRowMarks } from '../listing/refresh/row-changes.ts';
import { selectableRows, useRememberSelected } from '../listing/selection/selected-rows.ts';
import { usePaletteEntries } from '../palette/palette-entries.ts';
import { useListing } from './use-listing.ts';

const noItems: Rows<never> = [];
const ignore = (): void => undefined;

/** Reads one page of the service's rows. If the list shows all rows, it reads nothing and returns no rows. */
export const usePage = <Name extends Resource>(list: List<Name>, isShown: boolean) => {
  const { definition, view, actions, selected } = list;
  const { resource, title, rowJson, paletteEntry } = definition;
  const { api } = useConsole();
  const read = useListing<RowOf[Name]>((page) => listOptions(api, resource, page), view.search, isShown);
  const { listing, error, reading: isReading } = read;
  const items = (isShown ? listing?.rows : null) ?? noItems;
  const readable = useMemo(() => items.flatMap((item) => (item.kind === 'row' ? [item] : [])), [items]);
  const rows = useMemo<RowList<RowOf[Name]>>(
    () => ({ count: readable.length, itemAt: (index) => readable[index], want: ignore }),
    [readable],
  );
  const marks = useRowMarks(listing, rowJson);
  const values = useMemo(() => readable.map(({ value }) => value), [readable]);
  const ids = useMemo(() => values.map(({ id }) => id), [values]);
  const selectable = useMemo(() => selectableRows('page', ids), [ids]);
  useRememberSelected(selected, values);
  usePaletteEntries('On this page', () =>
    paletteEntry ? values.map((row) => ({ ...paletteEntry(row), run: () => actions.open(row.id, 'open') })) : [],
  );
  const readOpen = useReadOpen(resource);
  const refreshing = useRefreshAnnouncement({ title, isReading, failed: error !== null, marks }, () => {
    read.refresh();
    readOpen();
  });
  return { ...read, ...refreshing, items, rows, marks, selectable };
};
