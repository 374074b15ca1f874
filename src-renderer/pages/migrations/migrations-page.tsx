import { lazy, useCallback, useState } from 'react';
import { lazyPart } from '#ui/state/lazy-part.tsx';
import type { ListedMigration } from '#shared/console-contract/migrations-calls.ts';
import { looksLikeUuid, shortIdText } from '#ui/values/ids.tsx';
import { fieldColumns, MissingCell, TextCell } from '../../components/listing/columns/field-columns.tsx';
import { MarkedId } from '../../components/listing/search/marked-text.tsx';
import { tip } from '#ui/tooltip/tip.ts';
import { useClock } from '#ui/values/times.tsx';
import { paletteEntry, StatusText, StuckMark } from '../../components/migration/status.tsx';
import { statusAgeText } from '../../components/migration/status-age.ts';
import { StuckSurround, useIsNew, useStuckFor } from './stuck/stuck-clock.tsx';
import { Building2, Eye, EyeOff, PanelRight, UserRound } from 'lucide-react';
import { migrationJson } from '#shared/migration-api/row-json.ts';
import { valueFilters } from '../../components/listing/filters/value-filters.ts';
import type { ListDefinition, RowActions } from '../../components/listing/list-definition.ts';
import { LazyDrawer, useDrawerSoon } from './drawer/lazy-drawer.tsx';
import { FindField } from './find/find-field.tsx';
import { migrationFilters } from './migrations-search.ts';
import { useNavigate } from '@tanstack/react-router';
import { readSearchText } from '#shared/search-text/read-search-text.ts';
import { isFocusTaken } from '#ui/keys/lent-focus.ts';
import { lookupText } from '../../components/migration/id-list-text.ts';
import { useWatch } from '../../components/migration/use-watch.ts';
import { copyText } from '#ui/controls/controls.tsx';
import { useShortcuts } from '#ui/keys/shortcuts.tsx';
import { useWindowEvent } from '#ui/keys/use-window-event.ts';
import type { RowMenuMore } from '#ui/table/use-row-menu.tsx';
import { consoleKeys } from '../../components/palette/console-keys.ts';
import { type ListView, useListView } from '../../components/listing/list-view.ts';
import { LazySupportBundle } from '../../components/support-bundle/lazy-dialogs.ts';
import { useMigrationLines } from '../../components/migration/migration-lines.ts';
import { ListPage } from '../../components/list-page/list-page.tsx';
import './migrations-page.css';

const StartedBy = ({ user }: { readonly user: string | null }) => {
  if (!user) return <MissingCell />;
  return looksLikeUuid(user) ? <MarkedId id={user} /> : <TextCell text={user} />;
};

/** In a narrow list, which hides the user column, the cell shows the user below the company. */
const CompanyCell = ({ companyId: id, companyName: name, createdByUserId: user }: ListedMigration) => (
  <>
    {name ? <TextCell text={name} /> : id === null ? <MissingCell /> : <MarkedId id={id} />}
    <span className="company-user hint truncate">
      <StartedBy user={user} />
    </span>
  </>
);

const RowProgress = lazyPart(() => import('./row-progress.tsx'), 'RowProgress');

const StatusCell = ({ migration }: { readonly migration: ListedMigration }) => {
  const { status, since, changed } = migration;
  const isNew = useIsNew(changed);
  const stuckMs = useStuckFor(status, since);
  const now = useClock();
  if (stuckMs === null && status !== 'WORKING' && !isNew) return <StatusText status={status} />;
  return (
    <span className="gap-7 shrink row">
      <StatusText status={status} />
      {status === 'WORKING' && looksLikeUuid(migration.id) ? <RowProgress id={migration.id} /> : null}
      {stuckMs === null ? null : <StuckMark stuckMs={stuckMs} about={statusAgeText(migration, now) ?? undefined} />}
      {isNew ? (
        <span className="hint text-strong rigid" {...tip('Changed since your last visit')}>
          New
        </span>
      ) : null}
    </span>
  );
};

const migrationColumns = fieldColumns<ListedMigration>('migrations', {
  status: (migration) => <StatusCell migration={migration} />,
  companyName: (migration) => <CompanyCell {...migration} />,
  createdByUserId: ({ createdByUserId }) => <StartedBy user={createdByUserId} />,
});

type MigrationsDefinition = ListDefinition<'migrations'>;

const migrationValueFilters = valueFilters('migrations', {
  company: { icon: Building2, without: 'No company yet' },
  user: {
    icon: UserRound,
    without: 'No user',
    labelOf: (user) => (looksLikeUuid(user) ? shortIdText(user) : user),
  },
});

const AroundRows: typeof StuckSurround = ({ rowsAt, children }) => {
  useDrawerSoon(rowsAt > 0);
  return <StuckSurround rowsAt={rowsAt}>{children}</StuckSurround>;
};

const migrationsList: MigrationsDefinition = {
  resource: 'migrations',
  title: 'Migrations',
  columns: migrationColumns,
  rowJson: migrationJson,
  refreshes: true,
  filters: migrationFilters,
  valueFilters: migrationValueFilters,
  paletteEntry,
  HeadField: FindField,
  Empty: lazyPart(() => import('../../components/list-page/page-without-rows.tsx'), 'NoMigrations'),
  Surround: AroundRows,
  Drawer: LazyDrawer,
  SelectionBar: lazy(() =>
    import('./selection/migrations-selection.tsx').then(({ MigrationsSelection: Bar }) => ({ default: Bar })),
  ),
};

const usePasteIds = (): void => {
  const navigate = useNavigate();
  useWindowEvent('paste', (event) => {
    const text = event.clipboardData?.getData('text/plain') ?? '';
    if (event.defaultPrevented || isFocusTaken() || readSearchText(text).kind !== 'ids') return;
    event.preventDefault();
    lookupText(text);
    void navigate({ to: '/migrations/ids' });
  });
};

const useMigrationActions = ({ search, change }: ListView<'migrations'>): RowActions => {
  const openId = search.open ?? null;
  // Moving through rows creates one history entry, not one per row.
  const open = useCallback<RowActions['open']>(
    (id, how) => change({ open: id }, how === 'move' ? 'replace' : 'push'),
    [change],
  );
  const close = useCallback(() => change({ open: null }), [change]);
  // Rows handle C themselves. This shortcut works until a row has the focus.
  useShortcuts(
    openId === null ? {} : { Escape: close, [consoleKeys.copyId]: () => copyText(openId, shortIdText(openId)) },
  );
  const [bundleId, setBundleId] = useState<string | null>(null);
  const linesOf = useMigrationLines(setBundleId);
  const watching = useWatch();
  const menuMore: RowMenuMore = (id) => {
    const isWatched = watching.isWatched(id);
    const { curl, link, bundle } = linesOf(id);
    return {
      kind: 'actions',
      ariaName: 'This migration',
      lines: [
        { id: 'open', label: 'Open', icon: PanelRight, keys: ['Enter'], run: () => open(id, 'open') },
        curl,
        link,
        bundle,
        {
          id: 'watch',
          label: isWatched ? 'Stop watching' : 'Watch',
          icon: isWatched ? EyeOff : Eye,
          run: () => watching.toggle(id),
        },
      ],
    };
  };
  const over =
    bundleId === null ? null : (
      <LazySupportBundle
        subject={{ kind: 'migration', id: bundleId }}
        about="this migration"
        onClose={() => setBundleId(null)}
      />
    );
  return { openId, open, close, menuMore, over };
};

export const MigrationsPage = () => {
  const view = useListView(migrationsList);
  const actions = useMigrationActions(view);
  usePasteIds();
  return <ListPage definition={migrationsList} view={view} actions={actions} />;
};
