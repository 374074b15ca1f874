import { Building2, Ship, UserRound } from 'lucide-react';
import { lazy } from 'react';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { MessageBlock } from '#ui/messages/messages.tsx';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';
import type { ListDefinition } from '../../components/listing/list-definition.ts';
import { LazyDrawer, useDrawerSoon } from './drawer/lazy-drawer.tsx';
import { FindField } from './find/find-field.tsx';
import { migrationColumns } from './migration-columns.tsx';
import { migrationFilters } from './migrations-search.ts';
import { paletteEntry } from '../../components/migration/status.tsx';
import { StuckSurround } from './stuck/stuck-clock.tsx';

type MigrationsDefinition = ListDefinition<'migrations'>;

const migrationValueFilters = valueFilters('migrations', {
  company: { icon: Building2, without: 'No company yet' },
  user: {
    icon: UserRound,
    without: 'Nobody',
    labelOf: (user) => (looksLikeUuid(user) ? shortIdText(user) : user),
  },
});

const NoMigrations = () => (
  <MessageBlock icon={Ship} title="No migrations yet">
    Migrations appear here when end users start them in the modal.
  </MessageBlock>
);

const AroundRows: typeof StuckSurround = ({ rowsAt, children }) => {
  useDrawerSoon(rowsAt > 0);
  return <StuckSurround rowsAt={rowsAt}>{children}</StuckSurround>;
};

export const migrationsList: MigrationsDefinition = {
  resource: 'migrations',
  title: 'Migrations',
  columns: migrationColumns,
  rowJson: migrationJson,
  refreshes: true,
  filters: migrationFilters,
  valueFilters: migrationValueFilters,
  paletteEntry,
  HeadField: FindField,
  Empty: NoMigrations,
  Surround: AroundRows,
  Drawer: LazyDrawer,
  SelectionBar: lazy(() =>
    import('./selection/migrations-selection.tsx').then(({ MigrationsSelection: Bar }) => ({ default: Bar })),
  ),
};
