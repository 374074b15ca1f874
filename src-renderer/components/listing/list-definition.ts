import type { ComponentType, ReactNode } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowOf } from '../../api/listings.ts';
import type { PaletteEntry } from '../palette/palette-entries.ts';
import type { ListFilters } from './filters/field-filters.ts';
import type { ValueFilter } from './filters/value-filters.ts';
import type { ListView } from './list-view.ts';
import type { RowPlace } from './open-place.ts';
import type { ExportDialogProps } from '../export/export-dialog.tsx';
import type { Selectable, SelectedRows } from './selection/selected-rows.ts';
import type { RememberedRow } from '#ui/table/row-cursor.ts';
import type { Columns } from '#ui/table/table-types.ts';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';

export interface RowActions {
  readonly openId: string | null;
  readonly open: (id: string, how: 'open' | 'move') => void;
  readonly close?: (() => void) | undefined;
  readonly looked?: RememberedRow;
  readonly menuMore: RowMenuMore;
  readonly over?: ReactNode;
}

export interface DrawerProps<Name extends Resource> {
  readonly id: string;
  readonly place: RowPlace<RowOf[Name]>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** Definition of a resource's list page. Must be the same object on every render. */
export interface ListDefinition<Name extends Resource> {
  readonly resource: Name;
  readonly title: string;
  readonly columns: Columns<RowOf[Name]>;
  readonly rowJson: (row: RowOf[Name]) => string;
  readonly refreshes: boolean;

  readonly filters: ListFilters<Name>;
  readonly valueFilters: readonly ValueFilter[];

  readonly paletteEntry?: (row: RowOf[Name]) => Omit<PaletteEntry, 'run'>;

  readonly HeadField: ComponentType<{ readonly view: ListView<Name> }>;
  readonly Empty: ComponentType;
  /** Wraps the rows and provides context to their cells. `rowsAt`: arrival time of the rows in ms since 1970, or 0. */
  readonly Surround?: ComponentType<{ readonly rowsAt: number; readonly children: ReactNode }>;
  readonly Drawer?: ComponentType<DrawerProps<Name>>;
  readonly SelectionBar?: ComponentType<SelectionBarProps<Name>>;
}

interface SelectionBarProps<Name extends Resource> {
  readonly list: List<Name>;
  readonly total: number | null;
  readonly selectable: Selectable;
  readonly exported: Pick<ExportDialogProps, 'query' | 'page'>;
  readonly children: ReactNode;
}

export type Rows<Row> = readonly ListedRow<Row>[];

export interface List<Name extends Resource> {
  readonly definition: ListDefinition<Name>;
  readonly view: ListView<Name>;
  readonly actions: RowActions;
  readonly selected: SelectedRows<RowOf[Name]>;
}
