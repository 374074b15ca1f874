import type { ListDefinition } from '../../components/listing/list-definition.ts';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { LazyDrawer, useDrawerSoon } from './drawer/lazy-drawer.tsx';
import { FindField } from './find/find-field.tsx';
import { migrationColumns } from './migration-columns.tsx';
import { migrationFilters } from './migration-filters.ts';
import { migrationValueFilters } from './migration-value-filters.ts';
import { NoMigrations } from './no-migrations.tsx';
import { paletteEntry } from './palette-entry.ts';
import { StuckSurround } from './stuck/stuck-clock.tsx';
import { useKnownMigrations } from './use-known-migrations.ts';

const AroundRows: typeof StuckSurround = ({ rowsAt, children }) => {
  useDrawerSoon(rowsAt > 0);
  return <StuckSurround rowsAt={rowsAt}>{children}</StuckSurround>;
};

/** What makes a list page the one of migrations. */
export const migrationsList: ListDefinition<'migrations'> = {
  resource: 'migrations',
  title: 'Migrations',
  columns: migrationColumns,
  rowJson: migrationJson,
  refreshes: true,
  filters: migrationFilters,
  valueFilters: migrationValueFilters,
  useKnown: useKnownMigrations,
  paletteEntry,
  HeadField: FindField,
  Empty: NoMigrations,
  Surround: AroundRows,
  Drawer: LazyDrawer,
};
