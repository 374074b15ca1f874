import type { ReactNode } from 'react';
import type { AppErrorCode } from '#shared/app-error-codes.ts';
import type { LoadedQuery } from '#shared/console-contract/loaded-query.ts';
import type { TableLook, TableRow } from '#ui/table/table-types.ts';
import type { ExportDialogProps } from '../export/export-dialog.tsx';
import type { BarFilter } from './filters/bar-filter.tsx';
import type { FilterValue } from './filters/field-filters.ts';
import type { ValueFilter } from './filters/value-filters.ts';
import type { Scope } from './filters/scope-text.ts';
import type { RowPlace } from './list-definition.ts';
import type { RefreshSeconds } from './refresh/auto-refresh.ts';
import type { Selectable } from './selection/selected-rows.ts';

export interface RowSource<Row extends TableRow> {
  readonly scope: Scope;
  readonly total: number | null;
  /** Number of rows that match the filters, and the total; null until the rows are read. */
  readonly matching: readonly [number, number] | null;
  readonly isComplete: boolean;
  readonly isReading: boolean;
  /** Set while a slow sort or search runs. The previous rows stay visible. */
  readonly work?: { readonly name: 'Sorting' | 'Searching'; readonly cancel: () => void } | null;
  /** Arrival time of the rows, in ms since 1970; 0 before. */
  readonly rowsAt: number;
  readonly isStale: boolean;
  readonly errorCode: AppErrorCode | null;
  readonly loadingPage: number | null;
  readonly refresh: () => void;
  readonly refreshSeconds: RefreshSeconds | null;
  readonly nextRefreshAt: number | null;
  readonly announcement: string;
  readonly valuesOf: (filter: ValueFilter) => readonly FilterValue[];
  readonly searchValues?: (by: ValueFilter['name'], text: string) => void;
  readonly moreFilters?: readonly BarFilter[];
  readonly onNearFilters?: () => void;
  readonly placeOf: (id: string) => RowPlace<Row>;
  readonly exported: { readonly query: LoadedQuery; readonly page: ExportDialogProps['page'] };

  readonly selectable: Selectable;

  readonly renderRows: (look: TableLook<Row>) => ReactNode;
  readonly otherScope: ReactNode;
  readonly banner: ReactNode;
  readonly foot: ReactNode;
  /** Compact footer shown next to the selection bar: row range and paging. */
  readonly shortFoot: ReactNode;
}
