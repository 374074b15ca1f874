import type { ComponentType, ReactNode } from 'react';
import type { ListedRow } from '#shared/console-contract/listing.ts';
import type { Resource } from '#shared/migration-api/fields.ts';
import type { RowOf } from '../../api/listings.ts';
import type { PaletteEntry } from '../palette/palette-entries.ts';
import type { ListFilters } from './filters/field-filters.ts';
import type { ValueFilter } from './filters/value-filters.ts';
import type { ListView } from './list-view.ts';
import type { RowPlace } from './row-place.ts';
import type { Columns } from '#ui/table/table-types.ts';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';

/** What filters look at: the rows of one page, or all that are loaded. */
export type Scope = 'this page' | 'all loaded';

/** What can be done with the rows of a list. */
export interface RowActions {
  /** The row that is open beside the list. */
  readonly openId: string | null;
  readonly open: (id: string, how: 'open' | 'move') => void;
  readonly close?: (() => void) | undefined;
  /** What the menu of a row holds besides what can be copied of every row. */
  readonly menuMore: RowMenuMore;
  /** What an action has laid over the page. */
  readonly over?: ReactNode;
}

interface DrawerProps<Name extends Resource> {
  readonly id: string;
  readonly place: RowPlace<RowOf[Name]>;
  readonly onMove: (id: string) => void;
  readonly onClose: () => void;
}

/** What makes a list page the one of its resource; the same object at every drawing. */
export interface ListDefinition<Name extends Resource> {
  readonly resource: Name;
  readonly title: string;
  readonly columns: Columns<RowOf[Name]>;
  /** A row by the names of the API, as JSON text. */
  readonly rowJson: (row: RowOf[Name]) => string;
  /** Whether a page of the service's rows can be read again by itself. */
  readonly refreshes: boolean;

  readonly filters: ListFilters<Name>;
  readonly valueFilters: readonly ValueFilter[];

  /** The rows of a page with what came to be known of them; the same array while nothing did. */
  readonly useKnown: (rows: Rows<RowOf[Name]> | undefined) => Rows<RowOf[Name]> | undefined;
  /** A row of the page as the palette lists it. */
  readonly paletteEntry?: (row: RowOf[Name]) => Omit<PaletteEntry, 'run'>;

  /** Beside the title. */
  readonly HeadField: ComponentType<{ readonly view: ListView<Name>; readonly scope: Scope }>;
  /** What an organization without any row sees. */
  readonly Empty: ComponentType;
  /** Around the rows: what their cells read. `rowsAt` is when the rows came, in ms since 1970, 0 before. */
  readonly Surround?: ComponentType<{ readonly rowsAt: number; readonly children: ReactNode }>;
  /** The open row, beside the list. */
  readonly Drawer?: ComponentType<DrawerProps<Name>>;
}

export type Rows<Row> = readonly ListedRow<Row>[];

/** A list on the screen: what it is, what the route says of it, and what can be done with its rows. */
export interface List<Name extends Resource> {
  readonly definition: ListDefinition<Name>;
  readonly view: ListView<Name>;
  readonly actions: RowActions;
}
