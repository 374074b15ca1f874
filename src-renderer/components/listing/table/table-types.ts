import { tableFeatures as chooseFeatures, type ColumnDef } from '@tanstack/react-table';

/** A row of a page: read, or kept as it came. */
export type ListingItem<Row> =
  | { readonly kind: 'row'; readonly value: Row }
  | { readonly kind: 'malformed'; readonly index: number; readonly problem: string; readonly json: string };

export interface TableRow {
  readonly id: string;
}

/** What the table library is asked for: columns and rows, nothing more yet. */
export const tableFeatures = chooseFeatures({});
export type Features = typeof tableFeatures;
/** `id` of a column is also its class: widths and alignment come from the page's styles. */
export type Columns<Row extends TableRow> = readonly ColumnDef<Features, ListingItem<Row>>[];
